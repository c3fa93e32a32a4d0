// What an alert advises about money that was not due: who returns a payment that arrived once loses it.
import { expect, test } from "vitest";
import { alertsOfNewArrival } from "../../src/domain/arrival-alerts.js";
import { sampleArrival } from "../storage/conformance/sample-records.js";

const payment = { amountCents: 1999, currency: "EUR", state: "settled" } as const;
const fromSession = sampleArrival({ source: "provider", attemptId: "bank", statementEntryId: undefined });
const recorded = sampleArrival({ source: "person", attemptId: undefined, statementEntryId: undefined });
const entry = sampleArrival({ source: "statement", attemptId: undefined, statementEntryId: "ent_1" });

const adviceFor = (before: typeof entry, arrival: typeof entry, amountCents = 1999, beforeCents = 1999) =>
  alertsOfNewArrival({
    payment,
    arrival: { ...arrival, amountCents },
    beforeCents,
    sumCents: beforeCents + amountCents,
    earlier: [{ ...before, amountCents: beforeCents === 0 ? amountCents : beforeCents }],
    describe: ({ source }) => source,
    isOver: false,
  }).map(({ detail }) => detail);

test.each([
  ["a person recorded it before the session reported", recorded, fromSession],
  ["a person recorded it after the session reported", fromSession, recorded],
  ["a card session reports after a statement entry", entry, fromSession],
] as const)(
  "two kinds of source may have reported one transfer, and the alert says to look: %s",
  (_, before, arrival) => {
    const advice = /return the excess only if the account received both/;
    expect(adviceFor(before, arrival)).toEqual([expect.stringMatching(advice)]);
    expect(adviceFor(before, arrival, 1999, 500)).toEqual([expect.stringMatching(advice)]);
  },
);

test.each([
  ["sessions", fromSession],
  ["statement entries", entry],
] as const)("two %s are two payments: the excess goes back", (_, source) => {
  // Without another word: that the excess goes back is what the alert's type means.
  expect(adviceFor(source, source)).toEqual([`${source.source} in addition to ${source.source}; €19.99 was due`]);
});

test("the rest of a sum is due, whoever reported the parts", () => {
  expect(adviceFor(recorded, fromSession, 1499, 500)).toEqual([]);
});

const settles = (parts: readonly (typeof entry)[], due: number) => {
  const sumCents = parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const [arrival = entry] = parts.slice(-1);
  return alertsOfNewArrival({
    payment: { ...payment, state: "submitted", amountCents: due },
    ...{ arrival, sumCents, earlier: parts.slice(0, -1), isOver: false },
    beforeCents: sumCents - arrival.amountCents,
    describe: ({ source }) => source,
  }).map(({ type }) => type);
};
const part = (arrival: typeof entry, amountCents: number) => ({ ...arrival, amountCents });
const proven = { ...fromSession, statementEntryId: "ent_2" };

test.each([
  ["a person and a statement", [part(recorded, 1000), part(entry, 1000)], 2000, ["possibly_counted_twice"]],
  [
    "a pair before the last part",
    [part(recorded, 500), part(entry, 500), part(entry, 1000)],
    2000,
    ["possibly_counted_twice"],
  ],
  [
    "a pair that is a little too much",
    [part(recorded, 1000), part(entry, 1000)],
    1999,
    ["over_paid", "possibly_counted_twice"],
  ],
  ["enough without one of them", [part(recorded, 500), part(entry, 500), part(entry, 2000)], 2500, ["over_paid"]],
  ["two entries", [part(entry, 1000), part(entry, 1000)], 2000, []],
  ["two entries, one reported by its session", [part(proven, 1000), part(entry, 1000)], 2000, []],
  ["different amounts", [part(recorded, 999), part(entry, 1000)], 1999, []],
  ["not enough yet", [part(recorded, 500), part(entry, 500)], 2000, ["under_paid"]],
] as const)("a payment that equal amounts of two sources settle may have half of it: %s", (_, parts, due, types) => {
  expect(settles(parts, due)).toEqual(types);
});

test("money that arrives again after the bank returned it is not counted twice", () => {
  // The return takes the first amount out of the sum.
  expect(adviceFor(fromSession, entry, 1999, 0)).toEqual([]);
});
