// The settings form, refused: what is wrong stands at its field, and what was typed is there letter by letter.
import { afterEach, expect, test } from "vitest";
import { openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

const form = {
  name: "Corner shop",
  contactEmail: "  not an address ",
  url: "shop.example",
  logo: "",
  accountHolder: "Corner Shop",
  iban: "de89 3704-0044 0532 0130 01",
  bic: "cobade ff",
  bankName: "",
  successStatus: "completed",
  allowedReturnHosts: "Shop.Example.com, https://other.example",
  "method-qr_pay": "test",
  "method-open_bank_transfer": "live",
  "method-card_processing": "off",
  "method-bank_transfer": "off",
  collectBuyerData: "yes",
};

test("each fault stands at its field and in a summary that leads there; what was typed stays as typed", async () => {
  panel = await openPanel();
  const browser = await panel.signedIn("owner");
  await browser.get(panel.storePath("/settings"));
  const { status, text } = await browser.submit(panel.storePath("/settings"), form);
  expect(status).toBe(400);
  for (const id of ["contactEmail", "url", "iban", "allowedReturnHosts"]) {
    expect(text).toMatch(new RegExp(`id="${id}"[^>]* aria-invalid="true" aria-describedby="${id}-fault`));
    expect(text).toContain(`<p class="fault" id="${id}-fault">`);
    expect(text).toContain(`<a href="#${id}">`);
  }
  for (const name of ["contactEmail", "url", "accountHolder", "iban", "bic"] as const) {
    expect(text).toContain(`name="${name}" type="${typeOf(name)}" value="${form[name]}"`);
  }
  expect(text).toContain(`>\nShop.Example.com, https://other.example</textarea>`);
  expect(text).toMatch(/name="collectBuyerData" value="yes" checked/);
  expect(text).not.toMatch(/name="instant" value="yes" checked/);
  expect(text).toMatch(/name="method-qr_pay"[\s\S]*?<option value="test" selected>/);
  expect((await panel.service.stores.get(panel.store.merchantId))?.contactEmail).toBeUndefined();
});

function typeOf(name: string): string {
  return name === "contactEmail" ? "email" : name === "url" ? "url" : "text";
}
