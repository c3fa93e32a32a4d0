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
  const { orderId = "1001-A", ...amounts } = request;
  const harness = await startService(options, storeInput);
  const asking = await startService(options, {
    ...storeInput,
    openBankTransfer: { collectBuyerData: true, confirmationMode: "settlement" },
  });
  const closed = await startService(options, {
    ...storeInput,
    paymentMethods: { qr_pay: "off", open_bank_transfer: "off", card_processing: "off", bank_transfer: "off" },
  });
  const addresses: Record<string, string> = {};
  let count = 0;
  const begin = async (on: Harness = harness, changes = {}, environment: "test" | "live" = "test") => {
    count += 1;
    return on.initialize({ orderId: `${orderId}-${count}`, ...amounts, ...changes }, environment);
  };
  const show = (name: string, path: string, on: Harness = harness) => {
    addresses[name] = on.base + path;
  };
  const chosen = async (method: string, on: Harness = harness) => {
    const begun = await begin(on);
    const page = await on.submit(formAction(await on.visit(begun.path), "/choose"), { method });
    return { ...begun, page };
  };
  const atBank = async (on: Harness = harness) => {
    const begun = await chosen("open_bank_transfer", on);
    return { ...begun, bank: linkTo(begun.page, "/sandbox/bank/") };
  };
  const withOutcome = async (outcome: string) => {
    const begun = await atBank();
    const page = await harness.submit(begun.bank, { outcome });
    return { ...begun, page };
  };

  show("choose", (await begin()).path);
  show("choose-requested", (await begin(harness, { paymentMethod: "bank_transfer" })).path);
  show("choose-none", (await begin(closed)).path, closed);
  show("choose-after-refusal", (await withOutcome("refuse")).path);
  show("qr", (await chosen("qr_pay")).path);
  show("transfer", (await chosen("bank_transfer")).path);
  const claimed = await chosen("qr_pay");
  await harness.submit(formAction(claimed.page, "/paid"));
  show("waiting", claimed.path);
  const claimedAtBank = await atBank();
  await harness.submit(claimedAtBank.path.replace("?", "/paid?"));
  show("waiting-at-bank", claimedAtBank.path);
  const seen = await chosen("bank_transfer");
  const declinedLater = await harness.submit(formAction(await harness.visit(`${seen.path}&view=choose`), "/choose"), {
    method: "open_bank_transfer",
  });
  await harness.submit(linkTo(declinedLater, "/sandbox/bank/"), { outcome: "refuse" });
  show("choose-maybe-paid", seen.path);
  const account = await chosen("open_bank_transfer", asking);
  show("account", account.page.path, asking);
  show("choose-card-down", `${(await begin()).path}&view=choose&notice=card_page_unavailable`);
  const bank = await atBank();
  show("handover", bank.page.path);
  show("at-bank", bank.path);
  show("return", bank.path.replace("?", "/return?"));
  show("sandbox-bank", new URL(bank.bank).pathname);
  show("sandbox-bank-answered", (await withOutcome("pay")).page.path);
  const card = await chosen("card_processing");
  show("sandbox-card", new URL(linkTo(card.page, "/sandbox/card/")).pathname);
  show("at-card", card.path);
  show("return-card", card.path.replace("?", "/return?"));
  const ignored = await withOutcome("pay");
  show("sandbox-bank-ignored", (await harness.submit(ignored.bank, { outcome: "refuse" })).path);
  show("submitted", (await withOutcome("accept")).path);
  show("partial", (await withOutcome("settle_part")).path);
  show("unresolved", (await withOutcome("unknown")).path);
  show("paid", (await withOutcome("pay")).path);
  const returned = await begin(harness, { remittanceInfo: "RETURNED 1001" }, "live");
  const { merchantId = "" } = (await harness.service.payments.get(returned.paymentId)) ?? {};
  for (const entry of [{ reference: "B1" }, { reference: "B2", debit: true, returned: "AC04" }]) {
    const content = camt({ text: "RETURNED 1001", cents: amounts.amountCents ?? 1999, ...entry });
    await harness.service.statements.import({ merchantId, content, actor: "operator:cron" });
  }
  show("returned", returned.path);
  const declined = await withOutcome("accept");
  await harness.submit(declined.bank, { outcome: "refuse" });
  show("declined", declined.path);
  const question = await begin();
  await harness.visit(question.path);
  show("cancel-question", question.path.replace("?", "/cancel?"));
  const cancelled = await begin();
  await harness.visit(cancelled.path);
  await harness.submit(cancelled.path.replace("?", "/cancel?"));
  show("cancelled", cancelled.path);
  const claimedLate = await chosen("bank_transfer");
  await harness.submit(claimedLate.path.replace("?", "/paid?"));
  await harness.submit(claimedLate.path.replace("?", "/cancel?"));
  show("cancelled-claimed", claimedLate.path);
  show("unknown-link", "/checkout/pay_unknown?token=x");
  show("error", (await begin()).path.replace("?", "/choose?"));

  // A service of its own, since time passes for all payments of one.
  let skewMs = 0;
  const late = await startService({ ...options, clock: { now: () => Date.now() + skewMs } }, storeInput);
  const expired = await begin(late);
  await late.visit(expired.path);
  skewMs = 31 * day;
  show("expired", expired.path, late);
  return {
    addresses,
    async stop() {
      for (const service of [harness, asking, closed, late]) await service.stop();
    },
  };
}
