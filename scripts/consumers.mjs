// Runs only the consumer checks: `node scripts/consumers.mjs`, after `npm run build`. `npm run test:long`
// runs them as one of its groups.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { checkConsumers } from "./consumers/check-consumers.mjs";

const { isOk, output, counts } = await checkConsumers(dirname(dirname(fileURLToPath(import.meta.url))));
if (output !== "") console.log(output.trimEnd());
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = isOk ? 0 : 1;
