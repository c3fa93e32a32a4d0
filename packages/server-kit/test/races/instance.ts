// One instance of the service on a database that others use as well, called by HTTP and by the names of its
// methods; background work runs only through `runDue`.
import { createPaymentService, type PaymentServiceOptions } from "../../src/index.js";
import { listen } from "../listen.js";
import { silentLogger } from "../silent-logger.js";
import { type DatabaseAddress, storageAt } from "../storage-at.js";
import { bankOf, mailerOf } from "./external-systems.js";

export interface InstanceSettings {
  database: DatabaseAddress;
  /** The address of the bank, the mail server and the store's receiver. */
  externalUrl: string;
  rateLimits: PaymentServiceOptions["rateLimits"];
}

export interface Instance {
  base: string;
  /** A verb of the service, such as `payments.list`, with its arguments; also `clock.advance` with milliseconds. */
  // biome-ignore lint/suspicious/noExplicitAny: each verb has its own result, and the tests read a few fields of it.
  call(verb: string, ...args: unknown[]): Promise<any>;
  stop(): Promise<void>;
}

export async function openInstance({ database, externalUrl, rateLimits }: InstanceSettings): Promise<Instance> {
  let aheadMs = 0;
  const service = createPaymentService({
    baseUrl: "http://127.0.0.1:1",
    storage: storageAt(database),
    clock: { now: () => Date.now() + aheadMs },
    rateLimits,
    openBanking: { test: bankOf(externalUrl) },
    mailer: mailerOf(externalUrl),
    webhooks: { allowHttp: true, allowPrivateNetwork: true },
    logger: silentLogger,
  });
  const { url, close } = await listen(service.callback());
  return {
    base: url,
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
      await close();
      await service.stop();
    },
  };
}
