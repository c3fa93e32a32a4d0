// Settings of the deployment in PostgreSQL.
import type { SettingRecords } from "../port/setting-records.js";
import type { Database } from "./database.js";

export function createSettingRecords(database: Database): SettingRecords {
  const find = async (name: string) => {
    // Sound: one text column is selected.
    const row = (await database.first("SELECT value FROM settings WHERE name = @name", { name })) as
      | { value: string }
      | undefined;
    return row?.value;
  };
  return {
    find,
    async list() {
      // Sound: the two named columns are selected.
      return (await database.all("SELECT name, value FROM settings ORDER BY name")) as {
        name: string;
        value: string;
      }[];
    },
    async putIfAbsent(name, value) {
      await database.run("INSERT INTO settings (name, value) VALUES (@name, @value) ON CONFLICT (name) DO NOTHING", {
        name,
        value,
      });
      return (await find(name)) ?? value;
    },
    async put(name, value) {
      await database.run(
        "INSERT INTO settings (name, value) VALUES (@name, @value) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        { name, value },
      );
    },
  };
}
