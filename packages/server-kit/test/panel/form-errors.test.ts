// Refused forms of the panel: each error is at its field, the summary links there, and the input is kept, passwords never.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { UserRole } from "../../src/domain/panel-permissions.js";
import { camt } from "../statements/camt-file.js";
import { openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
let paymentId: string;
let entryId: string;

beforeAll(async () => {
  panel = await openPanel();
  ({ paymentId } = await panel.initialize({}, "live"));
  const { merchantId } = panel.store;
  await panel.service.statements.import({ merchantId, content: camt({ text: "nobody's", cents: 777 }), actor: "ana" });
  entryId = (await panel.service.statements.unmatched(merchantId))[0]?.entryId ?? "";
});
afterAll(() => panel.close());

interface RefusedForm {
  role: UserRole;
  /** Below the store, or of the whole panel. */
  page: string;
  action: string;
  fields: Record<string, string>;
  /** Ids of the fields that are wrong. */
  wrong: string[];
  /** What the form shows again. */
  typed?: string[];
}

const own = (below: string) => panel.storePath(below);
const payment = (below = "") => own(`/transactions/${paymentId}${below}`);
const entry = (word: string) => own(`/statements/entries/${entryId}/${word}`);

const forms: Record<string, () => RefusedForm> = {
  "a new user": () => ({
    role: "owner",
    page: own("/users"),
    action: own("/users"),
    fields: { email: "no address", role: "developer" },
    wrong: ["email"],
    typed: ['value="no address"', '<option value="developer" selected>'],
  }),
  "one's own password": () => ({
    role: "owner",
    page: "/panel/account",
    action: "/panel/account/password",
    fields: { current: "not my password", password: "a long enough password" },
    wrong: ["current"],
  }),
  "a new store": () => ({
    role: "operator",
    page: "/panel/stores",
    action: "/panel/stores",
    fields: { name: "x".repeat(256) },
    wrong: ["name"],
    typed: [`value="${"x".repeat(256)}"`],
  }),
  "the webhook URL": () => ({
    role: "developer",
    page: own("/integration"),
    action: own("/webhook-url"),
    fields: { webhookUrl: "shop.example/hook" },
    wrong: ["webhookUrl"],
    typed: ['value="shop.example/hook"'],
  }),
  "money received": () => ({
    role: "owner",
    page: payment(),
    action: payment("/receive"),
    fields: { amount: "nineteen", currency: "EUR", reference: "B-1", receivedOn: "yesterday", reason: "seen" },
    wrong: ["amount", "receivedOn"],
    typed: ['value="nineteen"', 'value="B-1"', 'value="yesterday"', ">\nseen</textarea>"],
  }),
  "money received in the future, without a reason": () => ({
    role: "owner",
    page: payment(),
    action: payment("/receive"),
    fields: { amount: "19.99", currency: "EUR", receivedOn: "2031-01-31", reason: " " },
    wrong: ["receivedOn", "receive-reason"],
    typed: ['value="2031-01-31"'],
  }),
  "cancelling without a reason": () => ({
    role: "owner",
    page: payment(),
    action: payment("/cancel"),
    fields: { reason: " " },
    wrong: ["cancel-reason"],
  }),
  "cancelling with a reason that is too long": () => ({
    role: "owner",
    page: payment(),
    action: payment("/cancel"),
    fields: { reason: "x".repeat(501) },
    wrong: ["cancel-reason"],
    typed: [`>\n${"x".repeat(501)}</textarea>`],
  }),
  "an entry for an unknown payment": () => ({
    role: "owner",
    page: own("/statements/unmatched"),
    action: entry("assign"),
    fields: { paymentId: "pay_unknown" },
    wrong: [`${entryId}-payment`],
    typed: ['value="pay_unknown"'],
  }),
  "an entry split by a word": () => ({
    role: "owner",
    page: own("/statements/unmatched"),
    action: entry("split"),
    fields: { payment1: "pay_1", amount1: "half" },
    wrong: [`${entryId}-a1`],
    typed: ['value="pay_1"', 'value="half"'],
  }),
  "an entry put aside without a reason": () => ({
    role: "owner",
    page: own("/statements/unmatched"),
    action: entry("aside"),
    fields: { reason: " " },
    wrong: [`${entryId}-reason`],
  }),
  "how CSV is read": () => ({
    role: "owner",
    page: own("/statements/columns"),
    action: own("/statements/columns"),
    fields: { "column-bookedOn": "", "column-amount": "2", "column-remittance": "3", currency: "euro", delimiter: "," },
    wrong: ["column-bookedOn", "currency"],
    typed: ['value="euro"', '<option value="," selected>'],
  }),
  "resending since a day": () => ({
    role: "developer",
    page: own("/deliveries"),
    action: own("/deliveries/resend"),
    fields: { since: "monday" },
    wrong: ["since"],
    typed: ['value="monday"'],
  }),
  "deleting a store": () => ({
    role: "operator",
    page: own("/settings"),
    action: own("/delete"),
    fields: { merchantId: "another" },
    wrong: ["merchantId"],
    typed: ['value="another"'],
  }),
};

describe("a refused form shows the error at its field and keeps the input", () => {
  test.each(Object.keys(forms))("%s", async (name) => {
    const form = forms[name]?.();
    if (form === undefined) throw new Error("There is no such form.");
    const browser = await panel.signedIn(form.role);
    await browser.get(form.page);
    const { status, text } = await browser.submit(form.action, form.fields);
    expect(status).toBe(400);
    for (const id of form.wrong) {
      expect(text).toMatch(new RegExp(`id="${id}"[^>]* aria-invalid="true" aria-describedby="${id}-error`));
      expect(text).toContain(`<p class="field-error" id="${id}-error">`);
      expect(text).toContain(`<a href="#${id}">`);
    }
    expect(text.match(/aria-invalid/g)).toHaveLength(form.wrong.length);
    for (const typed of form.typed ?? []) expect(text).toContain(typed);
    expect(text).not.toContain("not my password");
    expect(text).not.toContain("a long enough password");
    // The field is inside a part of the page that is open.
    for (const id of form.wrong) expect(isFolded(text, id)).toBe(false);
  });
});

/** Whether the field is in a `details` that nobody has opened. */
function isFolded(text: string, id: string): boolean {
  const before = text.slice(0, text.indexOf(`id="${id}"`));
  const open: boolean[] = [];
  for (const [tag] of before.matchAll(/<details[^>]*>|<\/details>/g)) {
    if (tag === "</details>") open.pop();
    else open.push(/ open[ >]/.test(tag));
  }
  return open.includes(false);
}

test("an invalid filter shows an error at its field", async () => {
  const browser = await panel.signedIn("owner");
  const { text } = await browser.get(own("/transactions?min=much&from=2026-02-31"));
  for (const id of ["min", "from"]) expect(text).toContain(`<p class="field-error" id="${id}-error">`);
  expect(text).toContain('value="much"');
  const deliveries = await browser.get(own("/deliveries?from=2026-02-31"));
  expect(deliveries.text).toContain('<p class="field-error" id="from-error">');
});
