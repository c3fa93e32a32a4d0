// Settings of the deployment in PostgreSQL.
import type { SettingRecords } from "../port/setting-records.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";

export function createSettingRecords(database: Database): SettingRecords {
  const find = async (name: string) =>
    (await selectTexts(database, "SELECT value FROM settings WHERE name = @name", { name }))[0];
  return {
    find,
    async list() {
      // These two text columns are selected, and neither is NULL.
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
