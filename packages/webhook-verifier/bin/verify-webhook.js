#!/usr/bin/env node
// Verifies a captured delivery; see src/cli/ for what it does.
import { main } from "../dist/cli.js";

process.exitCode = await main(process.argv.slice(2), process.env);
