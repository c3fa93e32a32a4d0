// payment-sessions prune: deletes records past their retention period now instead of at the next housekeeping run.
import { compactSqlite } from "../../storage/sqlite/free-pages.js";
import { type Command, UsageError } from "../command.js";
import { databaseFile } from "../database.js";
import { databaseOptions, withService } from "../open-service.js";
import { retentionOption, retentionSettings } from "../option-values.js";
import { table } from "../table.js";

export const pruneCommand: Command = {
  name: "prune",
  summary:
    "Removes records past their retention period: webhook deliveries, response excerpts, audit records and others. The service does the same every ten minutes.",
  options: [
    ...databaseOptions,
    retentionOption,
    { name: "dry-run", summary: "count what would be removed, at most 10 000 of each kind, and remove nothing" },
    {
      name: "compact",
      summary:
        "rewrite a SQLite file of an earlier version, so that it shrinks now and automatically from then on; stop the service first",
    },
  ],
  async run(given, io) {
    const dryRun = given.flag("dry-run");
    const isCompacting = given.flag("compact");
    if (dryRun && isCompacting) throw new UsageError("--compact changes the file: do not give it with --dry-run.");
    const file = isCompacting ? databaseFile(given, "PostgreSQL's autovacuum does this automatically.") : undefined;
    const removed = await withService(given, retentionSettings(given), (service) =>
      service.prune({ dryRun, onProgress: (kind, count) => io.error(`${kind}: ${count}`) }),
    );
    const rows = Object.entries(removed).map(([kind, count]) => [
      kind,
      count >= 10_000 && dryRun ? "10 000 or more" : String(count),
    ]);
    const sizes = file === undefined ? undefined : compactSqlite(file);
    const text = table(["KIND", dryRun ? "WOULD BE REMOVED" : "REMOVED"], rows, "Nothing.");
    return {
      document: { dryRun, removed, ...sizes },
      text: sizes === undefined ? text : `${text}\n\n${sizes.bytesBefore} bytes before, ${sizes.bytesAfter} now.`,
    };
  },
};
