// Copies the write-ahead log into the database file in a worker thread: 16 MiB and two syncs take 20 to 200 ms, which would block the event
// loop (docs/decisions/group-commit.md).
import { Worker } from "node:worker_threads";
import type Sqlite from "better-sqlite3";
import { driverFile } from "./driver-file.js";

/** Pages in the log, and how many of them are in the database file. */
export interface LogPages {
  log: number;
  checkpointed: number;
}

export interface Checkpoints {
  /** Called after each commit: makes a checkpoint when the log is long, unless one is running. Never rejects. */
  afterCommit(generationWithFrames: (frames: number) => string | undefined): Promise<void>;
  /** No unit should begin before it resolves: the rest of the log is being copied, so that the next unit restarts the log. */
  pause: Promise<void> | undefined;
  /** A passive checkpoint: does not wait for readers or writers. */
  run(): Promise<LogPages>;
  close(): Promise<void>;
}

/** Runs in this thread. The log keeps its length while a reader uses it. */
export function checkpointOf(connection: Sqlite.Database, mode: "PASSIVE" | "TRUNCATE"): LogPages {
  // The pragma returns one row with these columns.
  const [row] = connection.pragma(`wal_checkpoint(${mode})`) as LogPages[];
  return row ?? { log: 0, checkpointed: 0 };
}

/** 16 MiB. A checkpoint writes each page once, however often it changed: fewer checkpoints cause fewer writes. */
const pagesOfLongLog = 4000;
const idleMs = 60_000;

const program = `
const { parentPort, workerData } = require("node:worker_threads");
const Sqlite = require(workerData.driver);
const connection = new Sqlite(workerData.filename, { timeout: 0, fileMustExist: true });
connection.pragma("synchronous = NORMAL");
parentPort.on("message", (word) => {
  if (word === "end") {
    connection.close();
    return parentPort.close();
  }
  try {
    parentPort.postMessage({ pages: connection.pragma("wal_checkpoint(PASSIVE)")[0] });
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});`;

type ThreadMessage = { pages: LogPages } | { error: string };
interface PendingCheckpoint {
  resolve(pages: LogPages): void;
  reject(error: Error): void;
}

export function createCheckpoints(filename: string): Checkpoints {
  const thread = createThread(filename);
  let isRunning = false;
  let generation: string | undefined;
  let dueAtFrames = pagesOfLongLog;

  async function shortenLog(): Promise<void> {
    // First most of it, while units continue; then what they have added, while they wait: SQLite restarts only a fully copied log.
    await thread.checkpoint();
    const rest = thread.checkpoint();
    checkpoints.pause = rest.then(
      () => undefined,
      () => undefined,
    );
    dueAtFrames = (await rest).log + pagesOfLongLog;
  }

  const checkpoints: Checkpoints = {
    pause: undefined,
    async afterCommit(generationWithFrames) {
      if (isRunning) return;
      const found = generationWithFrames(pagesOfLongLog);
      if (found === undefined) return;
      // A log that could not restart, because a reader still uses it, is copied again when it has grown by as much.
      if (found !== generation) dueAtFrames = pagesOfLongLog;
      generation = found;
      if (dueAtFrames > pagesOfLongLog && generationWithFrames(dueAtFrames) === undefined) return;
      isRunning = true;
      try {
        await shortenLog();
      } catch {
        // The next commit tries again; at four times the length SQLite makes the checkpoint itself and reports the error to the caller.
      } finally {
        checkpoints.pause = undefined;
        isRunning = false;
      }
    },
    run: () => thread.checkpoint(),
    close: () => thread.close(),
  };
  return checkpoints;
}

/** Started by the first checkpoint, ended after a minute without one. */
function createThread(filename: string) {
  let worker: Worker | undefined;
  let ending: Promise<void> | undefined;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;
  const pending: PendingCheckpoint[] = [];

  function open(): Worker {
    const opened = new Worker(program, { eval: true, workerData: { driver: driverFile(), filename } });
    opened.on("message", (message: ThreadMessage) => {
      const first = pending.shift();
      if ("pages" in message) first?.resolve(message.pages);
      else first?.reject(new Error(message.error));
      if (pending.length > 0 || ending !== undefined) return;
      // An idle thread does not keep the process running; one that is being ended does.
      opened.unref();
      idle = setTimeout(end, idleMs);
      idle.unref();
    });
    const lose = (error: Error) => {
      if (worker !== opened) return;
      worker = undefined;
      for (const each of pending.splice(0)) each.reject(error);
    };
    opened.on("error", lose);
    opened.once("exit", () => lose(new Error("The thread of the checkpoints ended.")));
    return opened;
  }

  function end(): Promise<void> | undefined {
    clearTimeout(idle);
    const ended = worker;
    if (ended === undefined || ending !== undefined) return ending;
    ending = new Promise((resolve) => {
      ended.once("exit", () => {
        ending = undefined;
        resolve();
      });
    });
    ended.ref();
    ended.postMessage("end");
    return ending;
  }

  return {
    async checkpoint(): Promise<LogPages> {
      clearTimeout(idle);
      await ending;
      if (isClosed) throw new Error("The database is closed.");
      worker ??= open();
      const running = worker;
      running.ref();
      return new Promise((resolve, reject) => {
        pending.push({ resolve, reject });
        running.postMessage("checkpoint");
      });
    },
    async close(): Promise<void> {
      isClosed = true;
      await end();
    },
  };
}
