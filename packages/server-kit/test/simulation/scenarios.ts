// The courses that a purchase can take: what its buyer and the bank do, and when.
import type { Actions } from "./actions.js";
import type { Purchase } from "./purchase.js";

interface Scenario {
  /** How often it is drawn, in percent. */
  weight: number;
  start(actions: Actions, purchase: Purchase): Promise<void> | void;
}

/** Each poll of a bank that hangs takes real time, so only one purchase in so many hangs. */
const hangsOneIn = 1000;
const hanging = "bank, hangs for a day";

const byBank: Record<string, Scenario> = {
  bank: {
    weight: 22,
    start({ bank, payAt, plan }, purchase) {
      plan(0, 3, () => payAt(bank, purchase, `T-${purchase.paymentId}`));
    },
  },
  "bank and on the statement": {
    weight: 6,
    start({ bank, enter, payAt, plan }, purchase) {
      plan(0, 3, () => {
        payAt(bank, purchase, `T-${purchase.paymentId}`);
        plan(20, 50, () => enter(purchase.store, purchase.dueCents, purchase.reference));
      });
    },
  },
  "bank, reported twice": {
    weight: 5,
    start({ bank, plan, send, sessionAt }, purchase) {
      const { paymentId, dueCents: amountCents } = purchase;
      plan(0, 3, () => {
        send(paymentId, amountCents);
        const event = { type: "provider.success", currency: "eur", amountCents, reference: paymentId } as const;
        bank.setEvents(sessionAt(bank, purchase), event, event);
      });
    },
  },
  "bank, in parts": {
    weight: 4,
    start({ bank, plan, send, sessionAt }, purchase) {
      const { paymentId, dueCents } = purchase;
      const first = Math.floor(dueCents / 3);
      const part = (amountCents: number, name: string) =>
        ({ type: "settlement.partial", amountCents, currency: "EUR", reference: `${name}-${paymentId}` }) as const;
      const parts = [part(first, "P1"), part(dueCents - first, "P2")] as const;
      plan(0, 3, () => {
        send(paymentId, first);
        bank.setEvents(sessionAt(bank, purchase), parts[0]);
        plan(4, 9, () => {
          send(paymentId, dueCents - first);
          bank.setEvents(sessionAt(bank, purchase), ...parts);
        });
      });
    },
  },
  "bank refuses, then transfer": {
    weight: 6,
    start({ bank, choose, plan, sessionAt, transfer }, purchase) {
      plan(0, 3, () => {
        bank.setEvents(sessionAt(bank, purchase), { type: "provider.rejected" });
        plan(25, 30, async () => {
          await choose(purchase, "bank_transfer");
          plan(10, 60, () => transfer(purchase, purchase.dueCents, purchase.reference));
        });
      });
    },
  },
  "bank, never back": { weight: 6, start() {} },
  "bank and card": {
    weight: 3,
    async start({ bank, cards, choose, goBack, payAt, plan }, purchase) {
      await goBack(purchase);
      await choose(purchase, "card_processing");
      plan(0, 3, () => {
        purchase.extraPayments = 1;
        payAt(bank, purchase, `T-${purchase.paymentId}`);
        payAt(cards, purchase, `C-${purchase.paymentId}`);
      });
    },
  },
  [hanging]: {
    weight: 0,
    start({ bank, payAt, plan, sessionAt }, purchase) {
      const sessionId = sessionAt(bank, purchase);
      bank.failWith("fetchOutcome", "hang", sessionId);
      plan(8, 11, () => {
        payAt(bank, purchase, `T-${purchase.paymentId}`);
        plan(20, 24, () => bank.failWith("fetchOutcome", undefined, sessionId));
      });
    },
  },
};

const byCard: Record<string, Scenario> = {
  card: {
    weight: 12,
    start({ cards, payAt, plan }, purchase) {
      plan(0, 2, () => payAt(cards, purchase, `C-${purchase.paymentId}`));
    },
  },
};

const byTransfer: Record<string, Scenario> = {
  transfer: {
    weight: 18,
    start({ plan, transfer }, purchase) {
      plan(5, 120, () => transfer(purchase, purchase.dueCents, `SEPA credit ${purchase.reference} thank you`));
    },
  },
  "transfer, mangled reference": {
    weight: 5,
    start({ pick, plan, transfer }, purchase) {
      const mangled = () => purchase.reference.toLowerCase().replaceAll("-", pick([" ", ""]));
      plan(5, 120, () => transfer(purchase, purchase.dueCents, mangled()));
    },
  },
  "transfer, no reference": {
    weight: 3,
    start({ plan, transfer }, purchase) {
      plan(5, 120, () => transfer(purchase, purchase.dueCents, "flowers", false));
    },
  },
  "transfer, in parts": {
    weight: 3,
    start({ plan, transfer }, purchase) {
      plan(5, 60, () => {
        transfer(purchase, 200, purchase.reference);
        plan(24, 100, () => transfer(purchase, purchase.dueCents - 200, purchase.reference));
      });
    },
  },
  "transfer, too much": {
    weight: 2,
    start({ plan, transfer }, purchase) {
      plan(5, 120, () => transfer(purchase, purchase.dueCents + 100, purchase.reference));
    },
  },
  "transfer, twice": {
    weight: 2,
    start({ plan, transfer }, purchase) {
      plan(5, 60, () => {
        transfer(purchase, purchase.dueCents, purchase.reference);
        plan(24, 72, () => {
          purchase.extraPayments = 1;
          transfer(purchase, purchase.dueCents, purchase.reference);
        });
      });
    },
  },
};

const withoutMethod: Record<string, Scenario> = {
  "recorded by a person": {
    weight: 1,
    start({ plan, send, service }, { dueCents, paymentId, reference }) {
      plan(5, 60, async () => {
        send(paymentId, dueCents);
        await service.payments.receive(paymentId, {
          amountCents: dueCents,
          currency: "EUR",
          reference,
          reason: "seen on paper",
          actor: "operator:ann",
        });
      });
    },
  },
  nothing: { weight: 1, start() {} },
};

const all: Record<string, Scenario> = { ...byBank, ...byCard, ...byTransfer, ...withoutMethod };

export function chooseScenario(purchaseCount: number, random: () => number): string {
  if (purchaseCount % hangsOneIn === 7) return hanging;
  const weights = Object.entries(all).map(([name, { weight }]) => ({ name, weight }));
  let rest = random() * weights.reduce((sum, { weight }) => sum + weight, 0);
  for (const { name, weight } of weights) {
    rest -= weight;
    if (rest < 0) return name;
  }
  return "nothing";
}

/** The buyer chooses the scenario's method, and its course begins. */
export async function startScenario(actions: Actions, purchase: Purchase): Promise<void> {
  const { scenario: name } = purchase;
  if (name in byBank) await actions.choose(purchase, "open_bank_transfer");
  if (name in byCard) await actions.choose(purchase, "card_processing");
  if (name in byTransfer) await actions.choose(purchase, actions.pick(["qr_pay", "bank_transfer"]));
  await all[name]?.start(actions, purchase);
}
