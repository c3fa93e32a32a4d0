// The graph matches the specified table and has the properties that make it safe. The table below is written by hand from the specification
// and shares only the names of states and events with the graph.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  absorbingStates,
  flowStatusOf,
  isAbsorbing,
  isIdle,
  type PaymentState,
  paymentStates,
  statusOf,
} from "../../src/domain/payment-state.js";
import {
  findTransition,
  guards,
  type PaymentEvent,
  paymentEvents,
  type TransitionFacts,
  transitionGraph,
} from "../../src/domain/transition-graph.js";

interface DesignRow {
  row: number;
  from: string;
  events: PaymentEvent[];
  when: (facts: TransitionFacts) => boolean;
  to: PaymentState;
}

const idle = "created opened qr_shown transfer_instructed";
const open = `${idle} at_provider submitted unresolved`;
const openButSubmitted = `${idle} at_provider unresolved`;
const day = 86_400_000;

const any = () => true;
const hosted = (facts: TransitionFacts) => facts.checkoutMode === "foxpay_checkout";
const direct = (facts: TransitionFacts) => facts.checkoutMode === "direct_provider";
const providerCounts = (facts: TransitionFacts) => facts.confirmationMode === "provider_success";
const notTooLate = (facts: TransitionFacts) => facts.now - facts.expiresAt <= 180 * day;
const secondChance = (facts: TransitionFacts) => hosted(facts) && facts.attemptCount < 10 && !facts.isAttemptAccepted;

const design: DesignRow[] = [
  { row: 2, from: "created", events: ["page.opened"], when: hosted, to: "opened" },
  {
    row: 3,
    from: idle,
    events: ["method.qr_chosen"],
    when: (facts) => hosted(facts) && facts.currency === "EUR",
    to: "qr_shown",
  },
  {
    row: 4,
    from: idle,
    events: ["method.bank_transfer_chosen", "buyer.claims_paid"],
    when: hosted,
    to: "transfer_instructed",
  },
  { row: 5, from: idle, events: ["provider.session_created"], when: hosted, to: "at_provider" },
  { row: 6, from: "created", events: ["provider.authorising"], when: direct, to: "at_provider" },
  { row: 7, from: open, events: ["provider.success"], when: providerCounts, to: "settled" },
  { row: 8, from: openButSubmitted, events: ["provider.accepted"], when: any, to: "submitted" },
  {
    row: 8,
    from: openButSubmitted,
    events: ["provider.success"],
    when: (facts) => facts.confirmationMode === "settlement",
    to: "submitted",
  },
  { row: 9, from: open, events: ["settlement.confirmed"], when: any, to: "settled" },
  { row: 10, from: openButSubmitted, events: ["settlement.partial"], when: any, to: "submitted" },
  {
    row: 11,
    from: "created",
    events: ["provider.unknown", "provider.indeterminate"],
    when: direct,
    to: "unresolved",
  },
  {
    row: 11,
    from: "at_provider submitted",
    events: ["provider.unknown", "provider.indeterminate"],
    when: any,
    to: "unresolved",
  },
  { row: 12, from: "at_provider unresolved", events: ["provider.rejected"], when: secondChance, to: "opened" },
  {
    row: 13,
    from: "created at_provider unresolved submitted",
    events: ["provider.rejected"],
    when: (facts) => direct(facts) || facts.attemptCount >= 10 || facts.isAttemptAccepted,
    to: "declined",
  },
  {
    row: 14,
    from: "at_provider unresolved",
    events: ["provider.cancelled", "buyer.back"],
    when: hosted,
    to: "opened",
  },
  {
    row: 14,
    from: "at_provider unresolved",
    events: ["provider.abandoned", "provider.session_expired"],
    when: (facts) => hosted(facts) && !facts.isAttemptAccepted,
    to: "opened",
  },
  {
    row: 15,
    from: "created at_provider unresolved",
    events: ["provider.cancelled"],
    when: direct,
    to: "cancelled",
  },
  {
    row: 16,
    from: "created at_provider",
    events: ["provider.session_expired"],
    when: (facts) => direct(facts) && !facts.isAttemptAccepted,
    to: "expired",
  },
  { row: 17, from: idle, events: ["buyer.cancelled"], when: hosted, to: "cancelled" },
  { row: 18, from: idle, events: ["merchant.cancelled"], when: any, to: "cancelled" },
  { row: 19, from: idle, events: ["clock.expired"], when: (facts) => facts.now >= facts.expiresAt, to: "expired" },
  { row: 20, from: "expired", events: ["settlement.confirmed", "operator.settles"], when: notTooLate, to: "settled" },
  // A provider's success settles late only where it would have settled in time.
  {
    row: 20,
    from: "expired",
    events: ["provider.success"],
    when: (facts) => notTooLate(facts) && providerCounts(facts),
    to: "settled",
  },
  { row: 21, from: "at_provider submitted unresolved", events: ["operator.settles"], when: any, to: "settled" },
  { row: 21, from: "at_provider submitted unresolved", events: ["operator.declines"], when: any, to: "declined" },
  { row: 22, from: open, events: ["money.received"], when: any, to: "settled" },
  { row: 22, from: "expired", events: ["money.received"], when: notTooLate, to: "settled" },
  // A part that comes after the expiry is counted and raises an alert; the merchant was told that the payment has ended.
  { row: 22, from: openButSubmitted, events: ["money.received_in_part"], when: any, to: "submitted" },
  {
    row: 23,
    from: "at_provider unresolved",
    events: ["session.ended"],
    when: (facts) => hosted(facts) && !facts.isAttemptAccepted,
    to: "opened",
  },
  {
    row: 23,
    from: "at_provider unresolved",
    events: ["session.ended"],
    when: (facts) => direct(facts) && !facts.isAttemptAccepted,
    to: "expired",
  },
];

function designRows(state: PaymentState, event: PaymentEvent, facts: TransitionFacts): DesignRow[] {
  return design.filter((row) => row.events.includes(event) && row.from.split(" ").includes(state) && row.when(facts));
}

const expiresAt = 1_800_000_000_000;

/** Every combination of facts on both sides of each limit. */
const allFacts: TransitionFacts[] = (["foxpay_checkout", "direct_provider"] as const).flatMap((checkoutMode) =>
  (["provider_success", "settlement"] as const).flatMap((confirmationMode) =>
    ["EUR", "USD"].flatMap((currency) =>
      [0, 1, 9, 10, 11].flatMap((attemptCount) =>
        [false, true].flatMap((isAttemptAccepted) =>
          [-1, 0, 1, 180 * day, 180 * day + 1].map((late) => ({
            checkoutMode,
            confirmationMode,
            currency,
            attemptCount,
            isAttemptAccepted,
            now: expiresAt + late,
            expiresAt,
          })),
        ),
      ),
    ),
  ),
);

const anyFacts: fc.Arbitrary<TransitionFacts> = fc.record({
  checkoutMode: fc.constantFrom("foxpay_checkout", "direct_provider"),
  confirmationMode: fc.constantFrom("provider_success", "settlement"),
  currency: fc.constantFrom("EUR", "USD", "JPY", "KWD", "eur"),
  attemptCount: fc.nat(30),
  isAttemptAccepted: fc.boolean(),
  now: fc.integer({ min: expiresAt - 40 * day, max: expiresAt + 400 * day }),
  expiresAt: fc.constant(expiresAt),
});
const anyState = fc.constantFrom(...paymentStates);
const anyEvent = fc.constantFrom(...paymentEvents);

test("matches the decided table, in every state, on every event, on both sides of each limit", () => {
  const wrong = paymentStates.flatMap((state) =>
    paymentEvents.flatMap((event) =>
      allFacts.flatMap((facts) => {
        const [expected] = designRows(state, event, facts);
        const found = findTransition(state, event, facts);
        const isRight = found?.to === expected?.to && found?.row === expected?.row;
        return isRight ? [] : [{ state, event, facts, expected: expected?.to, found: found?.to }];
      }),
    ),
  );
  expect(wrong.slice(0, 5)).toEqual([]);
});

test("has at most one row for a state, an event and the facts", () => {
  fc.assert(
    fc.property(anyState, anyEvent, anyFacts, (state, event, facts) => {
      const rows = transitionGraph.filter(
        (row) => row.event === event && row.from.includes(state) && guards[row.guard](facts),
      );
      expect(rows.length).toBeLessThanOrEqual(1);
      expect(designRows(state, event, facts).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 5000 },
  );
});

test("events in any order cause only transitions of the decided table", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyEvent, anyFacts), { maxLength: 40 }), (happenings) => {
      let state: PaymentState = "created";
      for (const [event, facts] of happenings) {
        const next: PaymentState = findTransition(state, event, facts)?.to ?? state;
        const [allowed] = designRows(state, event, facts);
        expect(next).toBe(allowed?.to ?? state);
        if (isAbsorbing(state)) expect(next).toBe(state);
        state = next;
      }
    }),
    { numRuns: 2000 },
  );
});

test.each(absorbingStates)("no event leaves %s", (state) => {
  for (const event of paymentEvents) {
    for (const facts of allFacts) expect(findTransition(state, event, facts)).toBeUndefined();
  }
});

test("every other state can reach success while money may still come", () => {
  for (const state of paymentStates.filter((candidate) => !isAbsorbing(candidate))) {
    for (const facts of allFacts.filter(notTooLate)) {
      expect(findTransition(state, "settlement.confirmed", facts)?.to, state).toBe("settled");
    }
  }
});

test("every open state can be brought to an end without success, by the clock or by an operator", () => {
  for (const state of paymentStates.filter((candidate) => !isAbsorbing(candidate) && candidate !== "expired")) {
    for (const facts of allFacts.filter(({ now }) => now >= expiresAt)) {
      const event = isIdle(state) ? "clock.expired" : "operator.declines";
      expect(findTransition(state, event, facts)?.to, state).toBe(isIdle(state) ? "expired" : "declined");
    }
  }
});

test("an expired payment can be paid until 180 days later and never changes after that", () => {
  const leaving = (facts: TransitionFacts) =>
    paymentEvents.filter((event) => findTransition("expired", event, facts) !== undefined);
  for (const facts of allFacts) expect(leaving(facts).length > 0).toBe(facts.now <= expiresAt + 180 * day);
  const late = { ...(allFacts[0] as TransitionFacts), now: expiresAt + day };
  expect(findTransition("expired", "settlement.confirmed", late)).toMatchObject({ to: "settled", reason: "paid_late" });
});

test("every state can be reached from created", () => {
  const reached = new Set<PaymentState>(["created"]);
  for (const state of reached) {
    for (const row of transitionGraph) if (row.from.includes(state)) reached.add(row.to);
  }
  expect([...reached].sort()).toEqual([...paymentStates].sort());
});

test("every event changes the state of some payment", () => {
  for (const event of paymentEvents)
    expect(
      transitionGraph.some((row) => row.event === event),
      event,
    ).toBe(true);
});

test("only an expired payment ever changes its final status, and only to success", () => {
  const leavingFinal = transitionGraph.filter((row) =>
    row.from.some((state) => ["completed", "failed", "cancelled", "expired"].includes(statusOf(state, "completed"))),
  );
  expect(leavingFinal.every((row) => row.to === "settled" && row.from.every((state) => state === "expired"))).toBe(
    true,
  );
});

test("the page in the docs shows each state's words and what every event does in every state", () => {
  const page = readFileSync(new URL("../../../../docs/states.md", import.meta.url), "utf8");
  const cellsOf = (name: string, count: number) =>
    page
      .split("\n")
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .filter((cells) => cells[0] === `\`${name}\`` && cells.length === count);

  for (const state of paymentStates) {
    const [cells] = cellsOf(state, 5);
    expect(cells?.[2]).toBe(`\`${statusOf(state, "completed")}\``);
    expect(cells?.[3]).toBe(`\`${flowStatusOf(state)}\``);
  }
  for (const event of paymentEvents) {
    const [cells] = cellsOf(event, paymentStates.length + 1);
    paymentStates.forEach((state, index) => {
      const targets = new Set(allFacts.flatMap((facts) => designRows(state, event, facts).map(({ to }) => to)));
      const shown = cells?.[index + 1]?.match(/[a-z_]+/g) ?? [];
      expect(new Set(shown), `${event} in ${state}`).toEqual(targets);
    });
  }
});
