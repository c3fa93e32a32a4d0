// Tests the guarantees of a deduplication store, in memory and on SQLite, and that each delivery is handled
// once.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bodyKey,
  type DedupeStore,
  DedupeStoreError,
  type DedupeTimes,
  handleOnce,
  memoryDedupeStore,
} from "@payment-sessions/webhook-verifier/dedupe";
import { sqliteDedupeStore } from "@payment-sessions/webhook-verifier/sqlite";
import Database from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";

const DAY_MS = 86_400_000;
const stores = {
  memory: (times: DedupeTimes) => memoryDedupeStore(times),
  sqlite: (times: DedupeTimes) => sqliteDedupeStore(new Database(":memory:"), times),
};

async function token(store: DedupeStore, key: string): Promise<string> {
  const claim = await store.claim(key);
  if (claim.outcome !== "claimed") throw new Error(`not claimed: ${claim.outcome}`);
  return claim.token;
}

describe.each(Object.entries(stores))("the %s store", (_name, open) => {
  test("gives a key to one of two callers, and to none once it is done", async () => {
    const store = open({});
    await token(store, "a");
    expect(await store.claim("a")).toEqual({ outcome: "in_flight" });
    await store.done("a");
    expect(await store.claim("a")).toEqual({ outcome: "done" });
    await token(store, "b");
  });

  test("frees a key when its handler failed", async () => {
    const store = open({});
    await store.release("a", await token(store, "a"));
    await token(store, "a");
  });

  test("frees a key of a crashed handler when its lease ends, and then ignores the old holder's release", async () => {
    let time = 1_000;
    const store = open({ now: () => time, leaseMs: 60_000 });
    const old = await token(store, "a");
    time += 59_999;
    expect(await store.claim("a")).toEqual({ outcome: "in_flight" });
    time += 1;
    await token(store, "a");
    await store.release("a", old);
    expect(await store.claim("a")).toEqual({ outcome: "in_flight" });
  });

  test("records a late success as done, and keeps it when the second holder fails", async () => {
    let time = 0;
    const store = open({ now: () => time, leaseMs: 60_000 });
    await token(store, "a");
    time += 60_000;
    const second = await token(store, "a");
    await store.done("a");
    await store.release("a", second);
    expect(await store.claim("a")).toEqual({ outcome: "done" });
  });

  test("keeps keys for 14 days unless configured otherwise", async () => {
    let time = 0;
    const store = open({ now: () => time });
    await token(store, "a");
    await store.done("a");
    time += 14 * DAY_MS - 1;
    expect(await store.claim("a")).toEqual({ outcome: "done" });
    time += 1;
    await token(store, "a");
  });

  test("refuses a lifetime under 9 days, after which late retries would be handled twice", () => {
    for (const lifetimeMs of [9 * DAY_MS - 1, 0, -1, Number.NaN])
      expect(() => open({ lifetimeMs })).toThrow(expect.objectContaining({ code: "dedupe_lifetime_too_short" }));
    expect(() => open({ lifetimeMs: 9 * DAY_MS })).not.toThrow();
    expect(() => open({ leaseMs: 0 })).toThrow(RangeError);
  });
});

test("the sqlite store deletes expired rows", async () => {
  let time = 0;
  const database = new Database(":memory:");
  const store = sqliteDedupeStore(database, { now: () => time });
  for (const key of ["a", "b", "c"]) {
    await token(store, key);
    await store.done(key);
  }
  time += 14 * DAY_MS;
  await token(store, "d");
  expect(database.prepare("SELECT key FROM webhook_deliveries").pluck().all()).toEqual(["d"]);
});

test("the sqlite store outlives its process: a claim lost in a crash is free after the lease, a done one stays done", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dedupe-"));
  try {
    let time = 0;
    const openAgain = () => sqliteDedupeStore(new Database(join(folder, "shop.db")), { now: () => time });
    const crashed = openAgain();
    await token(crashed, "lost");
    await token(crashed, "kept");
    await crashed.done("kept");
    const restarted = openAgain();
    expect(await restarted.claim("lost")).toEqual({ outcome: "in_flight" });
    time += 60_000;
    expect(await handleOnce(restarted, ["lost"], () => undefined)).toBe("handled");
    expect(await handleOnce(restarted, ["kept"], () => undefined)).toBe("duplicate");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("handleOnce throws on what the handler throws and frees every key", async () => {
  const store = memoryDedupeStore();
  const failure = new Error("database down");
  await expect(handleOnce(store, ["a", "b"], () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await handleOnce(store, ["a", "b"], () => undefined)).toBe("handled");
});

test("handleOnce refuses a missing key, which every delivery without an id would share", async () => {
  const handle = vi.fn();
  // Wrong on purpose.
  for (const key of [undefined, null, ""])
    await expect(handleOnce(memoryDedupeStore(), ["a", key as never], handle)).rejects.toMatchObject({
      code: "delivery_id_missing",
    });
  expect(handle).not.toHaveBeenCalled();
});

test("handleOnce frees the first key when the second is taken", async () => {
  const store = memoryDedupeStore();
  await store.claim("b");
  expect(await handleOnce(store, ["a", "b"], () => undefined)).toBe("in_flight");
  await token(store, "a");
});

test("handleOnce distinguishes a failing store from a failing handler", async () => {
  const cause = new Error("connection refused");
  for (const broken of ["claim", "done"] as const) {
    const store = { ...memoryDedupeStore(), [broken]: () => Promise.reject(cause) };
    const error = await handleOnce(store, ["a"], () => undefined).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DedupeStoreError);
    expect(error).toMatchObject({ cause });
  }
});

test("handleOnce does not hide the handler's failure behind a store that cannot release", async () => {
  const release = vi.fn().mockRejectedValue(new Error("connection refused"));
  const failure = new Error("database down");
  const store = { ...memoryDedupeStore(), release };
  await expect(handleOnce(store, ["a"], () => Promise.reject(failure))).rejects.toBe(failure);
  expect(release).toHaveBeenCalledTimes(1);
});

test("derives one key from equal bytes, as text or binary", async () => {
  const key = await bodyKey("{}");
  expect(key).toBe("body:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
  expect(await bodyKey(new TextEncoder().encode("{}"))).toBe(key);
});
