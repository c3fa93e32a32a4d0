// A separate process that reads a generated statement and prints the number of entries, their sum and its peak memory.
import { readStatement } from "../../src/domain/statements/read-statement.js";
import { type GeneratedShape, generatedStatement } from "./generated-statement.js";

const [shape = "", count = "0"] = process.argv.slice(2);
let entries = 0;
let sumCents = 0;
// The test passes one of the shapes.
for await (const some of readStatement(generatedStatement(shape as GeneratedShape, Number(count)))) {
  entries += some.length;
  for (const { amountCents } of some) sumCents += amountCents;
}
const mebibytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ entries, sumCents, mebibytes }));
