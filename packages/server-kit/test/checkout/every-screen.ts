// Creates a payment in every state that a buyer can see, and returns the URL of each page.
import { camt } from "../statements/camt-file.js";
import { formAction, type Harness, linkTo, startService } from "./checkout-harness.js";

const day = 24 * 60 * 60 * 1000;

export interface EveryScreen {
  /** Absolute addresses by the name of what they show. */
  addresses: Record<string, string>;
  stop(): Promise<void>;
}

export async function openEveryScreen(
  storeInput: Parameters<typeof startService>[1] = {},
  options: Parameters<typeof startService>[0] = {},
  request: { orderId?: string; amountCents?: number } = {},
): Promise<EveryScreen> {
  const harness = await startService(options, storeInput);
  const asking = await startService(options, {
    ...storeInput,
    openBankTransfer: { collectBuyerData: true, confirmationMode: "settlement" },
  });
  const closed = await startService(options, {
    ...storeInput,
    paymentMethods: { qr_pay: "off", open_bank_transfer: "off", card_processing: "off", bank_transfer: "off" },
  });
  // A service of its own, since time passes for all payments of one.
  let skewMs = 0;
  const late = await startService({ ...options, clock: { now: () => Date.now() + skewMs } }, storeInput);

  const buyer = createBuyer(harness, request);
  await showChoices(buyer, closed);
  await showTransfers(buyer);
  await showBankAndCard(buyer, asking);
  await showOutcomes(buyer);
  await showCancellations(buyer);
  buyer.show("unknown-link", "/checkout/pay_unknown?token=x");
  buyer.show("error", (await buyer.begin()).path.replace("?", "/choose?"));
  const expired = await buyer.begin(late);
  await late.visit(expired.path);
  skewMs = 31 * day;
  buyer.show("expired", expired.path, late);
  return {
    addresses: buyer.addresses,
    async stop() {
      for (const service of [harness, asking, closed, late]) await service.stop();
    },
  };
}

type Buyer = ReturnType<typeof createBuyer>;

/** Payments of new orders at one service, or at another that is given, as far as each name says. */
function createBuyer(harness: Harness, request: { orderId?: string; amountCents?: number }) {
  const { orderId = "1001-A", ...amounts } = request;
  const addresses: Record<string, string> = {};
  let count = 0;
  const begin = async (on: Harness = harness, changes = {}, environment: "test" | "live" = "test") => {
    count += 1;
    return on.initialize({ orderId: `${orderId}-${count}`, ...amounts, ...changes }, environment);
  };
  const choose = async (method: string, on: Harness = harness) => {
    const begun = await begin(on);
    const page = await on.submit(formAction(await on.visit(begun.path), "/choose"), { method });
    return { ...begun, page };
  };
  const openBank = async () => {
    const begun = await choose("open_bank_transfer");
    return { ...begun, bank: linkTo(begun.page, "/sandbox/bank/") };
  };
  return {
    harness,
    amounts,
    addresses,
    begin,
    choose,
    openBank,
    /** The page is the sandbox bank's after that outcome. */
    async finishAtBank(outcome: string) {
      const begun = await openBank();
      return { ...begun, page: await harness.submit(begun.bank, { outcome }) };
    },
    show(name: string, path: string, on: Harness = harness) {
      addresses[name] = on.base + path;
    },
  };
}

async function showChoices({ harness, begin, finishAtBank, choose, show }: Buyer, closed: Harness): Promise<void> {
  show("choose", (await begin()).path);
  show("choose-requested", (await begin(harness, { paymentMethod: "bank_transfer" })).path);
  show("choose-none", (await begin(closed)).path, closed);
  show("choose-after-refusal", (await finishAtBank("refuse")).path);
  const seen = await choose("bank_transfer");
  const declinedLater = await harness.submit(formAction(await harness.visit(`${seen.path}&view=choose`), "/choose"), {
    method: "open_bank_transfer",
  });
  await harness.submit(linkTo(declinedLater, "/sandbox/bank/"), { outcome: "refuse" });
  show("choose-maybe-paid", seen.path);
  show("choose-card-down", `${(await begin()).path}&view=choose&notice=card_page_unavailable`);
}

async function showTransfers({ harness, choose, openBank, show }: Buyer): Promise<void> {
  show("qr", (await choose("qr_pay")).path);
  show("transfer", (await choose("bank_transfer")).path);
  const claimed = await choose("qr_pay");
  await harness.submit(formAction(claimed.page, "/paid"));
  show("waiting", claimed.path);
  const claimedAtBank = await openBank();
  await harness.submit(claimedAtBank.path.replace("?", "/paid?"));
  show("waiting-at-bank", claimedAtBank.path);
}

async function showBankAndCard(
  { harness, choose, openBank, finishAtBank, show }: Buyer,
  asking: Harness,
): Promise<void> {
  const account = await choose("open_bank_transfer", asking);
  show("account", account.page.path, asking);
  const bank = await openBank();
  show("handover", bank.page.path);
  show("at-bank", bank.path);
  show("return", bank.path.replace("?", "/return?"));
  show("sandbox-bank", new URL(bank.bank).pathname);
  show("sandbox-bank-answered", (await finishAtBank("pay")).page.path);
  const card = await choose("card_processing");
  show("sandbox-card", new URL(linkTo(card.page, "/sandbox/card/")).pathname);
  show("at-card", card.path);
  show("return-card", card.path.replace("?", "/return?"));
  const ignored = await finishAtBank("pay");
  show("sandbox-bank-ignored", (await harness.submit(ignored.bank, { outcome: "refuse" })).path);
}

async function showOutcomes({ harness, amounts, begin, finishAtBank, show }: Buyer): Promise<void> {
  show("submitted", (await finishAtBank("accept")).path);
  show("partial", (await finishAtBank("settle_part")).path);
  show("unresolved", (await finishAtBank("unknown")).path);
  show("paid", (await finishAtBank("pay")).path);
  const returned = await begin(harness, { remittanceInfo: "RETURNED 1001" }, "live");
  const { merchantId = "" } = (await harness.service.payments.get(returned.paymentId)) ?? {};
  for (const entry of [{ reference: "B1" }, { reference: "B2", debit: true, returned: "AC04" }]) {
    const content = camt({ text: "RETURNED 1001", cents: amounts.amountCents ?? 1999, ...entry });
    await harness.service.statements.import({ merchantId, content, actor: "operator:cron" });
  }
  show("returned", returned.path);
  const declined = await finishAtBank("accept");
  await harness.submit(declined.bank, { outcome: "refuse" });
  show("declined", declined.path);
}

async function showCancellations({ harness, begin, choose, show }: Buyer): Promise<void> {
  const question = await begin();
  await harness.visit(question.path);
  show("cancel-question", question.path.replace("?", "/cancel?"));
  const cancelled = await begin();
  await harness.visit(cancelled.path);
  await harness.submit(cancelled.path.replace("?", "/cancel?"));
  show("cancelled", cancelled.path);
  const claimedLate = await choose("bank_transfer");
  await harness.submit(claimedLate.path.replace("?", "/paid?"));
  await harness.submit(claimedLate.path.replace("?", "/cancel?"));
  show("cancelled-claimed", claimedLate.path);
}
