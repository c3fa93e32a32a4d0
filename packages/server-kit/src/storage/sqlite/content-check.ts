// Notices that another program has put older content into the file of a running service, such as `.restore` of the
// sqlite3 shell: SQLite takes it for a write like any other. A number in the settings grows with each housekeeping
// and backup, and older content has a smaller one.
import type { Records, Storage } from "../port.js";
import { unavailable } from "../unavailable.js";

export interface ContentCheck {
  /** Increases the number. Content from before this call is noticed from then on. Never fails. */
  note(): Promise<void>;
  /** @throws Refusal UNHEALTHY when the content is older than what this process has seen. */
  requireNewest(): Promise<void>;
}

const settingName = "content_generation";

export function createContentCheck({
  filename,
  read,
  write,
}: { filename: string } & Pick<Storage, "read" | "write">): ContentCheck {
  /** The largest that this process has seen: another one, such as the command `backup`, increases it as well. */
  let newest = 0;
  /** Later backups by other processes increase the number of the older content too. */
  let isOlder = false;
  const find = async ({ settings }: Records) => Number((await settings.find(settingName)) ?? 0);
  return {
    async note() {
      const written = await write(async (records) => {
        const found = await find(records);
        // Older content stays recognisable.
        isOlder ||= found < newest;
        if (isOlder) return newest;
        await records.settings.put(settingName, String(found + 1));
        return found + 1;
      }).catch(() => newest);
      newest = Math.max(newest, written);
    },
    async requireNewest() {
      // A read that began before a concurrent `note` does not see its number.
      const before = newest;
      const found = await read(find);
      isOlder ||= found < before;
      if (isOlder) {
        throw unavailable(
          new Error(
            `${filename} was overwritten with older content by another program while the service runs, so payments may be missing: stop the service, make sure that the file is the one you want, then start it.`,
          ),
        );
      }
      newest = Math.max(newest, found);
    },
  };
}
