// Notes which services run on a storage that one process should work on, such as a SQLite file. Several lose nothing and send nothing
// twice, because they claim what they do; but a limit of one process, such as four sends to an endpoint, then applies to each of them.
import { hostname, uptime } from "node:os";
import type { Logger, RandomBytes } from "../domain/clock.js";
import type { DeploymentFacts } from "../flows/inspect-deployment.js";
import type { Records, Storage } from "../storage/port.js";
import { createEngineOwner, isOwnerGone, readOwner } from "./engine-owner.js";

type RunningService = DeploymentFacts["runningServices"][number];

export interface RunningServices {
  /** Logs a warning when others run. Never fails. */
  noteStart(): Promise<void>;
  /** Never fails: a process that has ended is detected. */
  noteStop(): Promise<void>;
}

interface Note {
  owner: string;
  /** By the machine's clock. */
  startedAt: number;
  /** Of the file that it runs on: a copy of the file has the notes of services that run on the original. */
  fileId?: string | undefined;
}

const settingName = "running_services";

export function createRunningServices({
  storage,
  logger,
  randomBytes,
}: {
  storage: Storage;
  logger: Logger;
  randomBytes: RandomBytes;
}): RunningServices {
  const owner = createEngineOwner(randomBytes);
  let isNoted = false;

  /** Stores what is left of the others, and returns all of them. */
  function change(next: (others: Note[]) => Note[]): Promise<Note[]> {
    return storage.write(async ({ settings }) => {
      const others = readNotes(storage, await settings.find(settingName)).filter((note) => note.owner !== owner.id);
      await settings.put(settingName, JSON.stringify(next(others)));
      return others;
    });
  }

  return {
    async noteStart() {
      if (isNoted || storage.instances !== undefined) return;
      isNoted = true;
      const own = { owner: owner.id, startedAt: Date.now(), fileId: storage.fileId?.() };
      // Whether one of another host has ended is not known: it is reported once.
      const others = await change((running) => [...running.filter(isOfThisHost), own]).catch(() => []);
      if (others.length === 0) return;
      logger.warn(
        { others: others.map(describe) },
        "another service may be running on this database: nothing is lost or sent twice, but limits such as concurrent sends to one endpoint apply per process; stop one of them, or use PostgreSQL for several",
      );
    },
    async noteStop() {
      owner.retire();
      if (!isNoted) return;
      isNoted = false;
      await change((running) => running).catch(() => undefined);
    },
  };
}

/** Those that have not certainly ended. Empty where several instances may share the storage. */
export async function listRunningServices(storage: Storage): Promise<RunningService[]> {
  if (storage.instances !== undefined) return [];
  return readNotes(storage, await storage.read(({ settings }) => settings.find(settingName))).map(describe);
}

/** In a copy of a database: its services run on the original. */
export async function forgetRunningServices({ settings }: Pick<Records, "settings">): Promise<void> {
  await settings.put(settingName, "[]");
}

function readNotes(storage: Storage, value: string | undefined): Note[] {
  // Only this file writes it.
  const notes = JSON.parse(value ?? "[]") as Note[];
  const fileId = storage.fileId?.();
  const bootedAt = Date.now() - uptime() * 1000;
  return notes.filter(
    (note) =>
      !isOwnerGone(note.owner) &&
      // After a restart of the machine other programs have the process ids of before.
      !(isOfThisHost(note) && note.startedAt < bootedAt) &&
      (note.fileId === undefined || fileId === undefined || note.fileId === fileId),
  );
}

function isOfThisHost(note: Note): boolean {
  return readOwner(note.owner).host === hostname();
}

function describe({ owner, startedAt }: Note): RunningService {
  return { ...readOwner(owner), startedAt };
}
