// One instance of the service on a database that others use as well, called by HTTP and by the names of its
// methods; background work runs only through `runDue`.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createPaymentService, type PaymentServiceOptions } from "../../src/index.js";
import { type DatabaseAddress, storageAt } from "../storage-at.js";
import { bankOf, mailerOf } from "./outside.js";

export interface InstanceSettings {
  database: DatabaseAddress;
  /** The address of the bank, the mail server and the store's receiver. */
  outsideUrl: string;
  rateLimits: PaymentServiceOptions["rateLimits"];
}

export interface Instance {
  base: string;
  /** A verb of the service, such as `payments.list`, with its arguments; also `clock.advance` with milliseconds. */
  // biome-ignore lint/suspicious/noExplicitAny: each verb has its own result, and the tests look at a few fields of it.
  call(verb: string, ...args: unknown[]): Promise<any>;
  stop(): Promise<void>;
}

export async function openInstance({ database, outsideUrl, rateLimits }: InstanceSettings): Promise<Instance> {
  let aheadMs = 0;
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: storageAt(database),
    clock: { now: () => Date.now() + aheadMs },
    rateLimits,
    openBanking: { test: bankOf(outsideUrl) },
    mailer: mailerOf(outsideUrl),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const server = createServer(service.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // Sound: a TCP server's address is an object.
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async call(verb, ...args) {
      if (verb === "clock.advance") {
        aheadMs += Number(args[0]);
        return undefined;
      }
      const [group = "", name] = verb.split(".");
      const part: unknown = Reflect.get(service, group);
      const found: unknown = name === undefined ? part : Reflect.get(Object(part), name);
      if (typeof found !== "function") throw new Error(`The service has no verb ${verb}.`);
      return Reflect.apply(found, part, args);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await service.stop();
    },
  };
}
