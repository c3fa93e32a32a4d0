// Bank statements in the panel, without a script: a file is uploaded, checked, imported; unmatched entries are resolved.
import { afterEach, expect, test } from "vitest";
import { createGate } from "../gate.js";
import { camt } from "../statements/camt-file.js";
import { freshStorage } from "../storages.js";
import { formOf, openPanel, type TestBrowser } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

async function open(options: Parameters<typeof openPanel>[0] = {}) {
  panel = await openPanel(options);
  await panel.service.stores.update(panel.store.merchantId, {
    paymentMethods: { bank_transfer: "live", qr_pay: "live" },
    bankAccount: { bankName: "B", accountHolder: "Corner shop", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
  });
  const pay = async (orderId: string, amountCents = 1999) => {
    const { paymentId } = await panel.initialize({ orderId, amountCents, paymentMethod: "bank_transfer" }, "live");
    const payment = await panel.service.payments.get(paymentId);
    return { paymentId, reference: payment?.remittanceInfo ?? "" };
  };
  return { pay, browser: await panel.signedIn("owner") };
}

/** Sends the upload form of the statements page with a file. */
async function upload(
  browser: TestBrowser,
  content: string | Uint8Array<ArrayBuffer>,
  name = "day.xml",
  more: Record<string, string> = {},
) {
  const path = panel.storePath("/statements");
  const { text } = await browser.get(path);
  const form = new FormData();
  const { hidden } = formOf(text, `${panel.prefix}${path}`);
  for (const [field, value] of Object.entries({ ...hidden, ...more })) form.set(field, value);
  form.set("file", new Blob([content]), name);
  return fetch(`${panel.origin}${panel.prefix}${path}`, {
    method: "POST",
    redirect: "manual",
    body: form,
    headers: {
      "sec-fetch-site": "same-origin",
      cookie: [...browser.cookies].map((pair) => pair.join("=")).join("; "),
    },
  });
}

/** Follows the redirect of an upload. */
async function uploadAndShow(browser: TestBrowser, content: string, name?: string) {
  const response = await upload(browser, content, name);
  expect(response.status).toBe(303);
  return browser.get((response.headers.get("location") ?? "").replace(panel.prefix, ""));
}

test("an import that is running is listed as importing, and as nothing else once it has ended", async () => {
  const storage = freshStorage();
  const { browser } = await open({ storage });
  const write = storage.write.bind(storage);
  const gate = createGate();
  // Delays the units of work after the statement was stored: those of the import, and all others except those of the rate limits.
  storage.write = async (work, options) => {
    const query = { merchantId: panel.store.merchantId, limit: 1 };
    if (options?.locks === undefined && (await storage.read(({ statements }) => statements.list(query))).length > 0) {
      await gate.passed;
    }
    return write(work, options);
  };
  const shown = async () => (await browser.get(panel.storePath("/statements"))).text;
  const response = await upload(browser, camt({ text: "Danke" }));
  try {
    const page = await browser.get((response.headers.get("location") ?? "").replace(panel.prefix, ""));
    expect([page.headers.get("refresh"), page.text.includes("0 of 1 entries so far")]).toEqual(["2", true]);
    expect(await shown()).toContain(">importing<");
  } finally {
    gate.open();
  }
  await expect.poll(shown).not.toContain(">importing<");
  expect(await shown()).not.toContain(">not finished<");
});

test("an import that has no end yet and does not run in this process is not said to be interrupted", async () => {
  const { browser } = await open();
  const response = await upload(browser, camt({ text: "Danke" }));
  const { merchantId } = panel.store;
  await panel.storage.write(async ({ statements }) => {
    const [imported] = await statements.list({ merchantId, limit: 1 });
    if (imported !== undefined) await statements.update({ ...imported, finishedAt: undefined });
  });
  const page = await browser.get((response.headers.get("location") ?? "").replace(panel.prefix, ""));
  expect(page.text).toContain("it still runs, or it was interrupted");
  const { text } = await browser.get(panel.storePath("/statements"));
  expect([text.includes(">not finished<"), text.includes(">interrupted<")]).toEqual([true, false]);
});

test("a file is imported; its page shows what matched, what is suggested, and what has no match", async () => {
  const { pay, browser } = await open();
  const paid = await pay("1001");
  const similar = await pay("1002", 700);
  const page = await uploadAndShow(
    browser,
    camt({ text: paid.reference }, { text: "Danke", cents: 700 }, { text: "<b>who & what</b>", cents: 12345 }),
    "2025-03-05.xml",
  );
  expect(page.text).toContain("The statement is imported.");
  expect(page.text).toContain("1 matched");
  expect(page.text).toContain("2 unmatched");
  expect(page.text).toContain("Order <bdi>1002</bdi>");
  expect(page.text).toContain("Matches: amount");
  expect(page.text).toContain("&lt;b&gt;who &amp; what&lt;/b&gt;");
  expect((await panel.service.payments.get(paid.paymentId))?.state).toBe("settled");
  expect((await panel.service.payments.get(similar.paymentId))?.state).toBe("created");
  const list = await browser.get(panel.storePath("/statements"));
  expect(list.text).toContain("2 entries need");
  expect(list.text).toContain("2025-03-05.xml");
});

test("an entry is assigned, split and put aside by forms alone", async () => {
  const { pay, browser } = await open();
  const [one, two, three] = [await pay("1", 700), await pay("2", 100), await pay("3", 200)];
  await uploadAndShow(browser, camt({ text: "a", cents: 700 }, { text: "b", cents: 300 }, { text: "c", cents: 5 }));
  const unmatched = await panel.service.statements.unmatched(panel.store.merchantId);
  const actionOf = (cents: number, word: string) =>
    panel.storePath(
      `/statements/entries/${unmatched.find(({ amountCents }) => amountCents === cents)?.entryId}/${word}`,
    );

  expect((await browser.submit(actionOf(700, "assign"))).status).toBe(303);
  expect((await panel.service.payments.get(one.paymentId))?.state).toBe("settled");

  await browser.get(panel.storePath("/statements/unmatched"));
  const wrong = await browser.submit(actionOf(300, "split"), { payment1: two.paymentId, amount1: "1.00" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("they add up to 100");
  await browser.get(panel.storePath("/statements/unmatched"));
  const stranger = await browser.submit(actionOf(300, "assign"), { paymentId: "pay_nobody" });
  expect(stranger.status).toBe(400);
  expect(stranger.text).toContain("The payment is not one of this store");
  expect(stranger.text).toContain("Unmatched entries");
  const parts = { payment1: two.paymentId, amount1: "1,00", payment2: three.paymentId, amount2: "2.00" };
  expect((await browser.submit(actionOf(300, "split"), parts)).status).toBe(303);
  expect((await panel.service.payments.get(three.paymentId))?.state).toBe("settled");

  await browser.get(panel.storePath("/statements/unmatched"));
  expect((await browser.submit(actionOf(5, "aside"), { reason: "interest" })).status).toBe(303);
  expect((await browser.get(panel.storePath("/statements/unmatched"))).text).toContain("No unmatched entries");
});

test("an entry that was put aside is assigned from its statement's page, with the reason shown", async () => {
  const { pay, browser } = await open();
  const { paymentId } = await pay("1", 700);
  const { merchantId } = panel.store;
  await panel.service.statements.import({ merchantId, content: camt({ text: "a", cents: 700 }), actor: "ana" });
  const [entry] = await panel.service.statements.unmatched(merchantId);
  const { entryId = "", statementId = "" } = entry ?? {};
  await panel.service.statements.putAside(entryId, { actor: "ana", reason: "thought to be rent" });
  const statement = panel.storePath(`/statements/${statementId}`);
  const aside = await browser.get(`${statement}?show=aside`);
  expect(aside.text).toContain("thought to be rent");
  expect(aside.text).not.toContain("Put aside</button>");
  const action = panel.storePath(`/statements/entries/${entryId}/assign`);
  const mistyped = await browser.submit(action, { paymentId: "pay_nobody" });
  expect([mistyped.status, mistyped.text.includes("thought to be rent")]).toEqual([400, true]);
  const assigned = await browser.submit(action, { paymentId });
  expect(assigned.headers.get("location")).toBe(`${panel.prefix}${statement}?show=aside&done=assign`);
  expect((await panel.service.payments.get(paymentId))?.state).toBe("settled");
});

test("a mistake about an entry of a later page is shown at that entry's form, and a decision is confirmed on the list", async () => {
  const { pay, browser } = await open();
  const { paymentId } = await pay("1", 90_000);
  const { merchantId } = panel.store;
  const entries = Array.from({ length: 27 }, (_, index) => ({ text: `entry ${index}`, cents: 100_000 + index }));
  await panel.service.statements.import({ merchantId, content: camt(...entries), actor: "ana" });
  const first = await browser.get(panel.storePath("/statements/unmatched"));
  const older = /href="\/pay([^"]+)" rel="next"/.exec(first.text)?.[1] ?? "";
  const later = await browser.get(older);
  const entryId = /<h2 id="([^"]+)"/.exec(later.text)?.[1] ?? "";
  const action = panel.storePath(`/statements/entries/${entryId}/aside`);
  const refused = await browser.submit(action, { reason: " " });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(new RegExp(`id="${entryId}-reason"[^>]* aria-invalid="true"`));
  const { headers } = await browser.submit(action, { reason: "rent" });
  const done = await browser.get(headers.get("location")?.replace("/pay", "") ?? "");
  expect(done.text).toContain("The entry is put aside.");
  expect((await panel.service.payments.get(paymentId))?.state).toBe("created");
});

test("a check shows what would happen and changes nothing", async () => {
  const { pay, browser } = await open();
  const { paymentId, reference } = await pay("1");
  const response = await upload(browser, camt({ text: reference }, { text: "x" }), "day.xml", { check: "yes" });
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).toContain("What would happen");
  expect(text).toContain("would match");
  expect((await panel.service.payments.get(paymentId))?.state).toBe("created");
  expect(await panel.service.statements.list(panel.store.merchantId)).toEqual([]);
});

test("a malformed file is refused with its line; a missing file, one that is too large and a forged form are refused", async () => {
  const { browser } = await open();
  const broken = await upload(browser, "<Document>\n<oops/>");
  expect(broken.status).toBe(400);
  expect(await broken.text()).toContain("line 2, column");
  const none = await upload(browser, "", "");
  expect(none.status).toBe(400);
  const large = await upload(browser, new Uint8Array(21 * 1024 * 1024)).catch((error: Error) => error);
  expect(large instanceof Error || large.status === 413).toBe(true);
  const csrf = await upload(browser, camt({ text: "x" }), "day.xml", { csrf: "guessed" });
  expect(csrf.status).toBe(403);
  expect(await panel.service.statements.list(panel.store.merchantId)).toEqual([]);
});

test("CSV is read by the store's column map, which the page stores and validates", async () => {
  const { pay, browser } = await open();
  const { paymentId, reference } = await pay("1");
  const path = panel.storePath("/statements/columns");
  await browser.get(path);
  const refused = await browser.submit(path, { delimiter: ";", currency: "EUR", "column-bookedOn": "Datum" });
  expect(refused.status).toBe(400);
  await browser.get(path);
  const fields = {
    delimiter: ";",
    decimalSeparator: ",",
    dateForm: "DD.MM.YYYY",
    encoding: "auto",
    hasHeaderRow: "yes",
    currency: "EUR",
    "column-bookedOn": "Datum",
    "column-amount": "2",
    "column-remittance": "Zweck | Mehr",
  };
  expect((await browser.submit(path, fields)).status).toBe(303);
  expect((await browser.get(path)).text).toContain('value="Zweck | Mehr"');
  await uploadAndShow(browser, `Datum;Betrag;Zweck;Mehr\n05.03.2025;19,99;${reference};\n`, "day.csv");
  expect((await panel.service.payments.get(paymentId))?.state).toBe("settled");
});

test("a viewer sees the entries and no form; another store's statement does not exist", async () => {
  const { browser } = await open();
  await uploadAndShow(browser, camt({ text: "rent of May" }));
  const [statement] = await panel.service.statements.list(panel.store.merchantId);
  const viewer = await panel.signedIn("viewer");
  for (const path of ["/statements", "/statements/unmatched", `/statements/${statement?.statementId}`]) {
    const { status, text } = await viewer.get(panel.storePath(path));
    const actions = [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action]) => action);
    const isShown = text.includes(path === "/statements" ? "day.xml" : "rent of May");
    expect([path, status, isShown, actions]).toEqual([path, 200, true, ["/pay/panel/mode", "/pay/panel/sign-out"]]);
  }
  await panel.service.statements.import({
    merchantId: panel.otherStore.merchantId,
    content: camt({ text: "y" }),
    actor: "ana",
  });
  const [foreign] = await panel.service.statements.list(panel.otherStore.merchantId);
  expect((await browser.get(panel.storePath(`/statements/${foreign?.statementId}`))).status).toBe(404);
});

test("a file of unknown format is refused with a link to the form for the columns of CSV", async () => {
  const { browser } = await open();
  const response = await upload(browser, "%PDF-1.7", "statement.pdf");
  const page = await response.text();
  expect(page).toContain("The file is neither CAMT nor MT940. If it is CSV, describe its columns first");
  expect(page).toContain(`${panel.prefix}${panel.storePath("/statements/columns")}`);
  const broken = await upload(browser, "<Document><Ntry></Document>", "day.xml");
  expect(await broken.text()).toMatch(/The file cannot be imported: line 1, column \d+: /);
});
