// Settings of the deployment in memory.
import type { SettingRecords } from "../port/setting-records.js";
import type { MemoryTables } from "./memory-tables.js";

export function createSettingRecords({ settings }: MemoryTables): SettingRecords {
  return {
    list: async () => settings.list(() => true, { order: (left, right) => (left.name < right.name ? -1 : 1) }),
    find: async (name) => settings.find(name)?.value,
    async putIfAbsent(name, value) {
      settings.insertIfAbsent({ name, value });
      return settings.find(name)?.value ?? value;
    },
    async put(name, value) {
      settings.put({ name, value });
    },
  };
}
