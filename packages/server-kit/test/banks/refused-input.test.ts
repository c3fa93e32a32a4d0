// A bank that refuses the buyer's account has responded: it is not down, and other buyers of the store reach it.
import { expect, test } from "vitest";
import { SessionRefusedError } from "../../src/index.js";
import { direct, openWithBankSessions } from "./bank-service.js";

const refused = "DE02120300000000202051";
const accepted = "DE89370400440532013000";

const openWithRefusingBank = () =>
  openWithBankSessions(async (request, own) => {
    if (request.sender?.iban === refused) throw new SessionRefusedError("This account is not served.");
    return own.createSession(request);
  });

const from = (senderIban: string) => ({ ...direct, senderName: "Ann Lee", senderIban });

test("twelve accounts that the bank refuses get 400, and the next buyer of the store still reaches the bank", async () => {
  const fixture = await openWithRefusingBank();
  for (let order = 0; order < 12; order += 1) {
    const message = await fixture
      .initialize({ ...from(refused), orderId: `refused ${order}` })
      .catch((error: Error) => error.message);
    expect(message).toMatch(
      /400.*"message":"senderIban was rejected by the bank: use another account".*VALIDATION_ERROR/,
    );
  }
  expect((await fixture.initialize(from(accepted))).paymentUrl).toContain(fixture.bank.origin);
  expect(await fixture.service.metrics()).toMatch(/operation="createSession",outcome="refused"\} 12/);
  expect(fixture.warnings()).toEqual([]);
});

test("a hosted buyer whose account the bank refuses sees the form again, and may enter another one", async () => {
  const fixture = await openWithRefusingBank();
  await fixture.service.stores.update(fixture.store.merchantId, { openBankTransfer: { collectBuyerData: true } });
  const { paymentId, paymentUrl } = await fixture.initialize();
  await fetch(paymentUrl);
  const submit = (iban: string) =>
    fetch(paymentUrl.replace("?", "/bank?"), {
      method: "POST",
      body: new URLSearchParams({ name: "Ann Lee", iban, country: "DE" }),
      redirect: "manual",
    });
  const form = await submit(refused);
  const text = await form.text();
  expect([form.status, text]).toEqual([422, expect.stringMatching(/id="iban"[^>]*aria-invalid="true"/)]);
  expect(text).toContain("Your bank did not accept this account.");
  expect((await submit(accepted)).headers.get("location")).toContain("/handover");
  expect(await fixture.state(paymentId)).toBe("at_provider");
});
