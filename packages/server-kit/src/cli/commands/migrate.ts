// payment-sessions migrate: brings the database's schema up to date.
import type { Command } from "../command.js";
import { chosenDatabase } from "../database.js";
import { databaseOptions, withService } from "../open-service.js";
import { table } from "../table.js";

export const migrateCommand: Command = {
  name: "migrate",
  summary:
    "Creates the SQLite file, or the schema in an existing PostgreSQL database, and brings its schema up to date. `serve` does the same.",
  options: databaseOptions,
  async run(given) {
    const { label: database } = chosenDatabase(given);
    const { migrations } = await withService(given, { mayCreate: true }, (service) => service.inspect());
    const rows = migrations.map(({ name, isApplied }) => [name, isApplied ? "applied" : "not applied"]);
    const isUpToDate = migrations.every(({ isApplied }) => isApplied);
    return {
      document: { database, isUpToDate, migrations },
      text: `${table(["MIGRATION", "STATE"], rows, "There are no migrations.")}\n\n${database} is ${isUpToDate ? "up to date" : "not up to date"}.`,
      exitCode: isUpToDate ? 0 : 1,
    };
  },
};
