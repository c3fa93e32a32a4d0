// A separate process that imports a generated statement into a database file and prints the result and its peak memory.
import { createPaymentService, sqliteStorage } from "../../src/index.js";
import { silentLogger } from "../silent-logger.js";
import { type GeneratedShape, generatedStatement } from "./generated-statement.js";

const [filename = "", shape = "", count = "0"] = process.argv.slice(2);
const service = createPaymentService({
  baseUrl: "http://127.0.0.1:1",
  storage: sqliteStorage({ filename }),
  logger: silentLogger,
});
const { merchantId } = await service.stores.create({ name: "Large" });
const { matched, unmatched, duplicates } = await service.statements.import({
  merchantId,
  // The test passes one of the shapes.
  content: () => generatedStatement(shape as GeneratedShape, Number(count)),
  actor: "operator:cron",
});
await service.stop();
const mebibytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ matched, unmatched, duplicates, mebibytes }));
