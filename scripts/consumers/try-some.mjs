// Runs only the consumers whose names contain the given words: `node scripts/consumers/try-some.mjs "Node
// 20"`. Needs built packages.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { checkConsumers } from "./check-consumers.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { isOk, output } = await checkConsumers(root, console.log, process.argv.slice(2).join(" "));
console.log(output);
process.exit(isOk ? 0 : 1);
