// payment-sessions backup FILE: a checked copy of the database, taken while the service runs.
import { existsSync } from "node:fs";
import { backUpSqlite } from "../../storage/sqlite/back-up.js";
import { type Command, UsageError } from "../command.js";
import { databaseFile } from "../database.js";
import { databaseOptions } from "../open-service.js";
import { tellTenths } from "../progress.js";

export const backupCommand: Command = {
  name: "backup",
  summary:
    "Copies the database to a new file while the service runs, and checks the copy. An existing file is refused.",
  argument: "file",
  options: [{ name: "file", value: "<file>", summary: "the copy to make" }, ...databaseOptions],
  async run(given, io) {
    const database = databaseFile(
      given,
      'take a copy of it with PostgreSQL\'s own pg_dump, or with "payment-sessions copy" into a SQLite file.',
    );
    const file = given.required("file");
    if (!existsSync(database)) throw new UsageError(`There is no database ${database}: give another --database.`);
    if (existsSync(file)) throw new UsageError(`${file} already exists: give the name of a new file.`);
    const { pages } = await backUpSqlite(database, file, tellTenths(io));
    return { document: { database, file, pages, isChecked: true }, text: `${file} is a checked copy of ${database}.` };
  },
};
