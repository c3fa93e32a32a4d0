// Two live instances on one database: on SQLite two processes, on PostgreSQL two services with a pool each.
import { fork } from "node:child_process";
import { bundleOf } from "../bundled-program.js";
import { createDatabase, type StorageName, type TestDatabaseOfStorage } from "../storages.js";
import { type ExternalSystems, openExternalSystems } from "./external-systems.js";
import { type Instance, type InstanceSettings, openInstance } from "./instance.js";
import type { Reply } from "./instance-process.js";

export interface TwoInstances {
  both: readonly [Instance, Instance];
  external: ExternalSystems;
  database: TestDatabaseOfStorage;
  stop(): Promise<void>;
}

export const kinds: readonly { name: string; storage: StorageName; isOwnProcess: boolean }[] = [
  { name: "two processes on one SQLite file", storage: "SQLite", isOwnProcess: true },
  { name: "two instances on one PostgreSQL", storage: "PostgreSQL", isOwnProcess: false },
];

export async function openTwoInstances(
  { storage, isOwnProcess }: (typeof kinds)[number],
  { rateLimits = false }: Partial<Pick<InstanceSettings, "rateLimits">> = {},
): Promise<TwoInstances> {
  const [database, external] = await Promise.all([createDatabase(storage), openExternalSystems()]);
  const { kind, address } = database;
  const settings: InstanceSettings = { database: { kind, address }, externalUrl: external.url, rateLimits };
  const open = isOwnProcess ? openInProcess : openInstance;
  const both = await Promise.all([open(settings), open(settings)]);
  return {
    both,
    external,
    database,
    async stop() {
      await Promise.all(both.map((instance) => instance.stop()));
      await external.stop();
      await database.remove();
    },
  };
}

const program = bundleOf(["races/instance-process.ts"], { name: "races" });
export const buildInstanceProcess = program.build;
export const removeInstanceProcess = program.remove;

async function openInProcess(settings: InstanceSettings): Promise<Instance> {
  const child = fork(program.file("instance-process"), [JSON.stringify(settings)], { execArgv: [] });
  const open = new Map<number, (reply: Reply) => void>();
  let count = 0;
  const base = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The instance ended with ${code} before it listened.`)));
    child.on("message", (message) => {
      // Instance-process.ts writes it.
      const reply = message as Reply | { base: string };
      if ("base" in reply) resolve(reply.base);
      else open.get(reply.number)?.(reply);
    });
  });
  const call: Instance["call"] = (verb, ...args) =>
    new Promise((resolve, reject) => {
      const number = count++;
      open.set(number, (reply) => {
        open.delete(number);
        if ("error" in reply) reject(Object.assign(new Error(reply.error.message), { code: reply.error.code }));
        else resolve("value" in reply ? reply.value : undefined);
      });
      child.send({ number, verb, args });
    });
  return {
    base,
    call,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      await call("stop");
      await ended;
    },
  };
}
