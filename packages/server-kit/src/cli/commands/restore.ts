// payment-sessions restore FILE: replaces the database by a checked backup (README, "Backups").
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { forgetRunningServices } from "../../background/running-services.js";
import { appendAudit } from "../../flows/append-audit.js";
import type { PaymentService } from "../../payment-service.js";
import { linkedFile } from "../../storage/sqlite/linked-file.js";
import { isDamage } from "../../storage/sqlite/opening-errors.js";
import { DatabaseInUseError, restoreSqlite } from "../../storage/sqlite/restore.js";
import { type Command, type GivenOptions, UsageError } from "../command.js";
import { databaseFile, storageOf } from "../database.js";
import { listAllStores } from "../list-all-stores.js";
import { databaseOptions, withService } from "../open-service.js";
import { reportTenths } from "../progress.js";
import { commandActor } from "../system-user.js";

export const restoreCommand: Command = {
  name: "restore",
  summary:
    "Restores the database from a backup. Checks the backup, its schema and its encryption keys first, and the restored database afterwards. Stop the service before. An existing database is refused, or moved aside with --replace.",
  argument: "file",
  options: [
    { name: "file", value: "<file>", summary: "the backup, a file written by `backup`" },
    { name: "replace", summary: "move the existing database aside, beside the restored one" },
    ...databaseOptions,
  ],
  async run(given, io) {
    const target = linkedFile(databaseFile(given, "restore it with PostgreSQL's own pg_restore."));
    const backup = given.required("file");
    if (!existsSync(backup)) throw new UsageError(`There is no file ${backup}: give the path of a backup.`);
    if (existsSync(target) && !given.flag("replace")) {
      throw new UsageError(
        `${target} exists and was not changed: give --replace to move it aside, or another --database.`,
      );
    }
    const setAside = `${target}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
    const checkCopy = (copy: string) => inspectFile(given, copy);
    const { pages, hasReplaced, isOwnerKept } = await restoreSqlite(
      { backup, target, setAside },
      reportTenths(io),
      async (copy) => void (await checkCopy(copy)),
    ).catch((error: unknown) => {
      if (isDamage(error)) {
        throw new Error(`${backup} is damaged, so nothing was changed: restore another backup.`, { cause: error });
      }
      throw error instanceof DatabaseInUseError ? new UsageError(error.message) : error;
    });
    if (!isOwnerKept) {
      const [before, owned] = hasReplaced ? ["the database before it", setAside] : ["its folder", dirname(target)];
      io.error(
        `Warning: ${target} belongs to another user than ${before}: change its owner to that of ${owned}, or the service cannot open it.`,
      );
    }
    const found = await inspectFile(given, target);
    await recordRestore(onFile(given, target));
    return {
      document: { database: target, backup, pages, replaced: hasReplaced ? setAside : null, isChecked: true, ...found },
      text: [
        `${target} is restored from ${backup} and checked: stores ${found.stores}, newest payment ${found.newestPaymentAt ?? "none"}.`,
        ...(hasReplaced ? [`The previous database was moved to ${setAside}.`] : []),
        "Payments after the backup are not in it: import the bank statements since then.",
      ].join("\n"),
    };
  },
};

/** Opening it brings the schema up to date. @throws Error when its encryption keys are not given. */
async function inspectFile(given: GivenOptions, filename: string) {
  return withService(onFile(given, filename), {}, async (service) => {
    const { migrations } = await service.inspect();
    const missing = migrations.filter(({ isApplied }) => !isApplied);
    if (missing.length > 0) throw new Error(`The schema of ${filename} is not up to date.`);
    return { stores: (await listAllStores(service)).length, newestPaymentAt: await newestPayment(service) };
  });
}

function onFile(given: GivenOptions, filename: string): GivenOptions {
  return {
    ...given,
    text: (name) => (name === "database" ? filename : given.text(name)),
    origin: (name) => (name === "database" ? "flag" : given.origin(name)),
  };
}

/** The restored audit log lacks events after the backup: this record contains the time of the restore. */
async function recordRestore(given: GivenOptions): Promise<void> {
  const storage = storageOf(given, false);
  await storage.open();
  try {
    const entry = { actor: commandActor(), action: "database.restored" };
    await storage.write(async (records) => {
      await appendAudit({ clock: Date }, records, entry);
      await forgetRunningServices(records);
    });
  } finally {
    await storage.close();
  }
}

async function newestPayment(service: PaymentService): Promise<string | undefined> {
  const [newest] = await service.payments.list({ limit: 1 });
  return newest && new Date(newest.createdAt).toISOString();
}
