// Conformance tests of provider sessions: leases, one row for a provider's session, and the list of sessions
// that are due to be polled.
import { expect, test } from "vitest";
import type { Harness } from "./harness.js";
import { bareAttempt, barePayment, noon, sampleAttempt } from "./sample-records.js";

export function testAttempts({ withStore }: Harness): void {
  const withPayments = async () => {
    const opened = await withStore();
    await opened.write(async (records) => {
      await records.payments.insert(barePayment({ paymentId: "pay_1" }));
      await records.payments.insert(barePayment({ paymentId: "pay_2", orderId: "2" }));
    });
    return opened;
  };

  test.each([
    ["every field filled", sampleAttempt()],
    ["every optional field undefined", bareAttempt()],
  ])("an attempt is read as it was stored: %s", async (_, attempt) => {
    const { write, read } = await withPayments();
    await write((records) => records.attempts.insert(attempt));
    expect(await read((records) => records.attempts.find(attempt.attemptId))).toStrictEqual(attempt);
    expect(await read((records) => records.attempts.list("pay_1"))).toStrictEqual([attempt]);
    expect(await read((records) => records.attempts.list("pay_2"))).toEqual([]);
  });

  test("only the holder of the lease can write", async () => {
    const { write, read } = await withPayments();
    const attempt = sampleAttempt({ leaseToken: "mine" });
    await write((records) => records.attempts.insert(attempt));
    const ended = bareAttempt({ attemptId: "att_1", status: "ended" });
    expect(await write((records) => records.attempts.update(ended, "theirs"))).toBe(false);
    expect(await read((records) => records.attempts.find("att_1"))).toStrictEqual(attempt);
    expect(await write((records) => records.attempts.update(ended, "mine"))).toBe(true);
    expect(await write((records) => records.attempts.update(ended, "mine"))).toBe(false);
    expect(await read((records) => records.attempts.find("att_1"))).toStrictEqual(ended);
    expect(await write((records) => records.attempts.update({ ...ended, pollCount: 9 }))).toBe(true);
    expect(await write((records) => records.attempts.update({ ...ended, attemptId: "att_unknown" }))).toBe(false);
  });

  test("a provider's session belongs to one attempt", async () => {
    const { write, read } = await withPayments();
    const first = sampleAttempt();
    await write((records) => records.attempts.insert(first));
    await expect(write((records) => records.attempts.insert({ ...first, attemptId: "att_2" }))).rejects.toThrow();
    await write((records) => records.attempts.insert({ ...first, attemptId: "att_3", provider: "bank" }));
    expect(await read((records) => records.attempts.findBySession("sandbox", "session_1"))).toStrictEqual(first);
    expect(await read((records) => records.attempts.findBySession("bank", "session_1"))).toMatchObject({
      attemptId: "att_3",
    });
    expect(await read((records) => records.attempts.findBySession("bank", "session_2"))).toBeUndefined();
  });

  test("attempts without a session do not conflict", async () => {
    const { write, read } = await withPayments();
    await write(async (records) => {
      for (const attemptId of ["a", "b", "c"]) await records.attempts.insert(bareAttempt({ attemptId }));
    });
    expect(await read((records) => records.attempts.list("pay_1"))).toHaveLength(3);
  });

  test("the current attempt is the newest that is neither superseded nor ended", async () => {
    const { write, read } = await withPayments();
    const current = async () => (await read((records) => records.attempts.findCurrent("pay_1")))?.attemptId;
    const insert = (
      attemptId: string,
      status: "opening" | "open" | "failed" | "superseded" | "ended",
      createdAt: number,
    ) => write((records) => records.attempts.insert(bareAttempt({ attemptId, status, createdAt })));
    expect(await current()).toBeUndefined();
    await insert("a", "ended", noon);
    expect(await current()).toBeUndefined();
    await insert("b", "failed", noon + 1);
    expect(await current()).toBe("b");
    await insert("c", "open", noon + 2);
    await insert("d", "superseded", noon + 3);
    expect(await current()).toBe("c");
    await insert("e", "opening", noon + 2);
    expect(await current()).toBe("e");
    expect((await read((records) => records.attempts.list("pay_1"))).map(({ attemptId }) => attemptId)).toEqual([
      ..."abced",
    ]);
  });

  test("attempts with sealed data are listed page by page, in the order of their ids", async () => {
    const { write, read } = await withPayments();
    await write(async (records) => {
      for (const attemptId of ["c", "a", "b"]) {
        await records.attempts.insert(
          bareAttempt({ attemptId, sessionId: attemptId, sealedRequest: attemptId === "b" ? undefined : "sealed" }),
        );
      }
    });
    const page = async (after: string, limit: number) =>
      (await read((records) => records.attempts.listSealed({ after, limit }))).map(({ attemptId }) => attemptId);
    expect(await page("", 10)).toEqual(["a", "c"]);
    expect(await page("", 1)).toEqual(["a"]);
    expect(await page("a", 10)).toEqual(["c"]);
  });

  test("O5: the key ids that sealed requests name are listed once each", async () => {
    const { write, read } = await withPayments();
    const listed = () => read((records) => records.attempts.listSealingKeyIds());
    expect(await listed()).toEqual([]);
    await write(async (records) => {
      for (const [attemptId, sealedRequest] of [
        ["a", "v1.aaaaaaaa.x"],
        ["b", "v1.bbbbbbbb.y"],
        ["c", "v1.aaaaaaaa.z"],
        ["d", undefined],
      ] as const) {
        await records.attempts.insert(bareAttempt({ attemptId, sessionId: attemptId, sealedRequest }));
      }
    });
    expect((await listed()).sort()).toEqual(["aaaaaaaa", "bbbbbbbb"]);
  });

  test("sessions to poll are listed longest due first, up to the limit", async () => {
    const { write, read } = await withPayments();
    expect(await read((records) => records.attempts.nextPoll())).toBeUndefined();
    await write(async (records) => {
      for (const [attemptId, nextPollAt] of [
        ["a", noon + 30],
        ["b", noon + 10],
        ["c", undefined],
        ["d", noon + 20],
      ] as const) {
        await records.attempts.insert(bareAttempt({ attemptId, sessionId: attemptId, nextPollAt }));
      }
    });
    const due = async (now: number, limit: number) =>
      (await read((records) => records.attempts.listDuePolls(now, limit))).map(({ attemptId }) => attemptId).join("");
    expect(await due(noon + 100, 10)).toBe("bda");
    expect(await due(noon + 100, 2)).toBe("bd");
    expect(await due(noon + 20, 10)).toBe("bd");
    expect(await due(noon, 10)).toBe("");
    expect(await read((records) => records.attempts.nextPoll())).toBe(noon + 10);
  });
}
