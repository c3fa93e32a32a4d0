// A separate process on a database file: opens it, increments a counter the given number of times, one unit of work each, and ends.
import { sqliteStorage } from "../../src/storage/sqlite/sqlite-storage.js";

const [filename = "", times = "1"] = process.argv.slice(2);
const storage = sqliteStorage({ filename });
await storage.open();
for (let count = 0; count < Number(times); count += 1) {
  await storage.write(async ({ counters }) => {
    const before = await counters.find("count");
    await counters.put("count", (before?.value ?? 0) + 1, 1, 2);
  });
}
await storage.close();
