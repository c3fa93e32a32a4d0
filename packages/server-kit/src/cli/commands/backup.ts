// payment-sessions backup FILE: a checked copy of the database, taken while the service runs.
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { backUpSqlite } from "../../storage/sqlite/back-up.js";
import { type Command, UsageError } from "../command.js";
import { databaseFile } from "../database.js";
import { databaseOptions } from "../open-service.js";
import { reportTenths } from "../progress.js";

export const backupCommand: Command = {
  name: "backup",
  summary:
    "Copies the database to a new file while the service runs, and checks the copy. An existing file is never overwritten.",
  argument: "file",
  options: [{ name: "file", value: "<file>", summary: "the new file" }, ...databaseOptions],
  async run(given, io) {
    const database = databaseFile(
      given,
      'copy it with PostgreSQL\'s own pg_dump, or with "payment-sessions copy" into a SQLite file.',
    );
    const file = given.required("file");
    if (!existsSync(database)) throw new UsageError(`There is no database ${database}: check --database.`);
    if (existsSync(file)) throw new UsageError(`${file} already exists: give the name of a new file.`);
    if (!existsSync(dirname(file)))
      throw new UsageError(`There is no folder ${dirname(file)}: create it, or give another file.`);
    const { pages } = await backUpSqlite(database, file, reportTenths(io));
    return {
      document: { database, file, pages, isChecked: true },
      text: `${file} is a complete, checked copy of ${database}.`,
    };
  },
};
