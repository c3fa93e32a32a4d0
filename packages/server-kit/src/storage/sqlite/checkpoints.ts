// Copies the write-ahead log into the database file in a thread of its own: 16 MiB and two syncs take 20 to 200 ms, for which the event loop
// would stand still (decision: group-commit).
import { Worker } from "node:worker_threads";
import type Sqlite from "better-sqlite3";
import { driverFile } from "./driver-file.js";

/** Pages in the log, and how many of them are in the database file. */
export interface LogPages {
  log: number;
  checkpointed: number;
}

export interface Checkpoints {
  /** After each commit: makes a checkpoint when the log is long, unless one is under way. Never rejects. `generationWithFrames` is that of log-length. */
  afterCommit(generationWithFrames: (frames: number) => string | undefined): Promise<void>;
  /** Until then no unit should begin: the end of the log is being copied, after which the next one begins it anew. */
  pause: Promise<void> | undefined;
  /** A passive checkpoint: waits for nobody. */
  run(): Promise<LogPages>;
  close(): Promise<void>;
}

/** In this thread. The log keeps its length when somebody still reads from it. */
export function checkpointOf(connection: Sqlite.Database, mode: "PASSIVE" | "TRUNCATE"): LogPages {
  // Sound: the pragma returns one row with these columns.
  const [row] = connection.pragma(`wal_checkpoint(${mode})`) as LogPages[];
  return row ?? { log: 0, checkpointed: 0 };
}

/** A checkpoint writes each page once however often it changed: fewer of them, fewer writes. 16 MiB. */
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

type Told = { pages: LogPages } | { error: string };
interface Asked {
  resolve(pages: LogPages): void;
  reject(error: Error): void;
}

export function createCheckpoints(filename: string): Checkpoints {
  const thread = createThread(filename);
  let isRunning = false;
  let generation: string | undefined;
  let dueAtFrames = pagesOfLongLog;

  async function shortenLog(): Promise<void> {
    // Most of it while units go on; what they add meanwhile, while they wait: only a log that was copied whole begins anew.
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
      // One that was not begun anew, because somebody still reads from it, is copied again when it has grown by as much.
      if (found !== generation) dueAtFrames = pagesOfLongLog;
      generation = found;
      if (dueAtFrames > pagesOfLongLog && generationWithFrames(dueAtFrames) === undefined) return;
      isRunning = true;
      try {
        await shortenLog();
      } catch {
        // The next commit tries again; at four times the length SQLite does it itself, and tells the caller what is wrong.
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

/** Started when it is first asked, ended when it was not asked for a minute. */
function createThread(filename: string) {
  let worker: Worker | undefined;
  let ending: Promise<void> | undefined;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;
  const asked: Asked[] = [];

  function open(): Worker {
    const opened = new Worker(program, { eval: true, workerData: { driver: driverFile(), filename } });
    opened.on("message", (told: Told) => {
      const first = asked.shift();
      if ("pages" in told) first?.resolve(told.pages);
      else first?.reject(new Error(told.error));
      if (asked.length > 0 || ending !== undefined) return;
      // An idle thread keeps no process alive; one whose end somebody waits for does.
      opened.unref();
      idle = setTimeout(end, idleMs);
      idle.unref();
    });
    const lose = (error: Error) => {
      if (worker !== opened) return;
      worker = undefined;
      for (const each of asked.splice(0)) each.reject(error);
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
      const asking = worker;
      asking.ref();
      return new Promise((resolve, reject) => {
        asked.push({ resolve, reject });
        asking.postMessage("checkpoint");
      });
    },
    async close(): Promise<void> {
      isClosed = true;
      await end();
    },
  };
}
