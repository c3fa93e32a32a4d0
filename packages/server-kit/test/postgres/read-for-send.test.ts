// Tests, on a database that several instances share, that sends which begin while one read is in flight share
// the next one.
import { expect, test } from "vitest";
import type { Store } from "../../src/domain/store.js";
import type { ClaimedDelivery } from "../../src/flows/claim-deliveries.js";
import { createSendReader } from "../../src/flows/read-for-send.js";
import type { HeldClaim, Instances } from "../../src/storage/port/instances.js";
import type { Storage } from "../../src/storage/port.js";

// The reader passes the store on without reading its fields.
const store = { merchantId: "shop" } as Store;

/** Reads that wait until the test resolves them. */
function createReads() {
  const reads: { ids: string[]; respond(stores: Map<string, Store> | Error): void }[] = [];
  let whenAsked: () => void = () => undefined;
  const turns: Pick<Instances["turns"], "listStoresOfClaims"> = {
    listStoresOfClaims: (claims: readonly HeldClaim[]) =>
      new Promise((resolve, reject) => {
        const respond = (stores: Map<string, Store> | Error) =>
          stores instanceof Error ? reject(stores) : resolve(stores);
        reads.push({ ids: claims.map(({ deliveryId }) => deliveryId), respond });
        whenAsked();
      }),
  };
  return {
    // The reader uses `listStoresOfClaims` only.
    reader: createSendReader({ instances: { turns } } as unknown as Storage),
    async next() {
      if (reads.length === 0) await new Promise<void>((resolve) => (whenAsked = resolve));
      const read = reads.shift();
      if (read === undefined) throw new Error("There is no read.");
      return read;
    },
    waitingCount: () => reads.length,
  };
}

// The reader uses these fields only.
const delivery = (deliveryId: string) =>
  ({ deliveryId, merchantId: "shop", claim: { token: `token-${deliveryId}` } }) as ClaimedDelivery["delivery"];

test("sends of one turn of the event loop share a read, and those that follow share the next", async () => {
  const { reader, next, waitingCount } = createReads();
  const first = [reader(delivery("a")), reader(delivery("b"))];
  const one = await next();
  expect(one.ids).toEqual(["a", "b"]);
  const second = [reader(delivery("c")), reader(delivery("d"))];
  expect(waitingCount()).toBe(0);
  one.respond(new Map([["a", store]]));
  expect(await Promise.all(first)).toEqual([
    { store, isClaimed: true },
    { store: undefined, isClaimed: false },
  ]);
  const two = await next();
  expect(two.ids).toEqual(["c", "d"]);
  two.respond(new Map());
  await Promise.all(second);
});

test("a failed read fails the sends that share it, and no later one", async () => {
  const { reader, next } = createReads();
  const failing = [reader(delivery("a")), reader(delivery("b"))];
  (await next()).respond(new Error("connection lost"));
  for (const each of await Promise.allSettled(failing)) expect(each.status).toBe("rejected");
  const later = reader(delivery("c"));
  (await next()).respond(new Map([["c", store]]));
  expect(await later).toEqual({ store, isClaimed: true });
});
