// Settings of the deployment in SQLite.
import type { SettingRecords } from "../port/setting-records.js";
import type { Database } from "./database.js";

export function createSettingRecords(database: Database): SettingRecords {
  const find = async (name: string) => {
    // Sound: one text column is selected.
    const row = database.prepare("SELECT value FROM settings WHERE name = @name").get({ name }) as
      | { value: string }
      | undefined;
    return row?.value;
  };
  return {
    find,
    async list() {
      // Sound: the two named columns are selected.
      return database.prepare("SELECT name, value FROM settings ORDER BY name").all() as {
        name: string;
        value: string;
      }[];
    },
    async putIfAbsent(name, value) {
      database
        .prepare("INSERT INTO settings (name, value) VALUES (@name, @value) ON CONFLICT (name) DO NOTHING")
        .run({ name, value });
      return (await find(name)) ?? value;
    },
    async put(name, value) {
      database
        .prepare(
          "INSERT INTO settings (name, value) VALUES (@name, @value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .run({ name, value });
    },
  };
}
