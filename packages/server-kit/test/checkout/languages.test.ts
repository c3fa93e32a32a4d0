// The languages of the checkout: the same texts, selected by Accept-Language and by the switch on the page; amounts in the format of each language.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatMoney } from "../../src/domain/money-text.js";
import { languages, textDirection, wordsOf } from "../../src/http/checkout/language.js";
import { sandboxWords } from "../../src/http/sandbox/sandbox-words.js";
import { formAction, heading, linkTo, startService } from "./checkout-harness.js";

test("every text exists in every language, with the same placeholders", () => {
  expect(languages).toEqual(["en", "de", "fr", "es", "it", "nl", "pl", "pt", "lt"]);
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  const english = Object.entries(wordsOf("en"));
  for (const language of languages) {
    const words = new Map(Object.entries(wordsOf(language)));
    for (const [key, text] of english) {
      expect(words.get(key), `${language} ${key}`).toBeTruthy();
      expect(places(words.get(key) ?? ""), `${language} ${key}`).toEqual(places(text));
    }
  }
});

test("French punctuation marks never begin a line: a no-break space is before them", () => {
  const texts = Object.entries({ ...wordsOf("fr"), ...sandboxWords.fr });
  expect(texts.filter(([, text]) => /[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]/.test(text))).toEqual([]);
});

test("the README names every language of the checkout page", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const listed = /^Buyers see it in ([\w, ]+?), by /m.exec(readme)?.[1]?.split(/, | and /);
  const names = new Intl.DisplayNames("en", { type: "language" });
  expect(listed).toEqual(languages.map((language) => names.of(language)));
});

test.each([
  [1999, "EUR", "en", "€19.99"],
  [1999, "EUR", "de", "19,99 €"],
  [500, "JPY", "en", "¥500"],
  [1500, "KWD", "en", "KWD 1.500"],
  [1500, "IQD", "en", "IQD 1.500"],
  [99_999_999_999, "EUR", "en", "€999,999,999.99"],
  [1, "EUR", "lt", "0,01 €"],
  [5, "XXX", "en", "¤0.05"],
])("writes %d %s in %s as %s", (amountCents, currency, locale, text) => {
  expect(formatMoney(amountCents, currency, locale).replace(/[\u00a0\u202f]/g, " ")).toBe(text);
});

test("writes amounts and the language of the page as in Portugal, whose Portuguese the texts are", async () => {
  const harness = await startService();
  const { text } = await harness.visit(`${(await harness.initialize()).path}&lang=pt`);
  expect(text).toContain('<html lang="pt-PT"');
  expect(text.replaceAll("\u00a0", " ")).toContain("<bdi>19,99 €</bdi>");
  await harness.stop();
});

test("knows the direction of right-to-left scripts", () => {
  expect(["ar", "he-IL", "de", "lt"].map(textDirection)).toEqual(["rtl", "rtl", "ltr", "ltr"]);
});

test("uses the browser's language, then the switch, and keeps the switch on the way back from the bank", async () => {
  const harness = await startService();
  const { path } = await harness.initialize();
  const german = await harness.visit(path, { headers: { "accept-language": "de-AT,de;q=0.9,en;q=0.5" } });
  expect(heading(german)).toBe("Wie möchten Sie bezahlen?");
  expect(german.text).toContain('<html lang="de" dir="ltr">');
  expect(heading(await harness.visit(path, { headers: { "accept-language": "ja" } }))).toBe(
    "How would you like to pay?",
  );
  const french = await harness.visit(linkTo(german, "lang=fr"));
  expect(heading(french)).toBe("Comment souhaitez-vous payer\u00a0?");
  // Links and forms contain the choice, for browsers without cookies.
  expect(linkTo(french, "/cancel")).toContain("lang=fr");
  const cookie = /checkout_language=fr/.exec(french.headers.get("set-cookie") ?? "")?.[0] ?? "";
  expect(heading(await harness.visit(path, { headers: { cookie, "accept-language": "de" } }))).toBe(heading(french));
  expect(heading(await harness.visit(`${path}&lang=__proto__`))).toBe("How would you like to pay?");
  await harness.stop();
});

test("the sandbox has the same languages, and keeps the buyer's there and back", async () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const [key, text] of Object.entries(sandboxWords.en)) {
    for (const language of languages) {
      const said = new Map(Object.entries(sandboxWords[language])).get(key) ?? "";
      expect(said, `${language} ${key}`).not.toBe("");
      expect(places(said), `${language} ${key}`).toEqual(places(text));
    }
  }
  const harness = await startService();
  const { path } = await harness.initialize();
  const choose = formAction(await harness.visit(`${path}&lang=lt`), "/choose");
  const bank = await harness.visit(
    linkTo(await harness.submit(choose, { method: "open_bank_transfer" }), "/sandbox/bank/"),
  );
  expect(heading(bank)).toBe(sandboxWords.lt.heading_bank);
  const german = await harness.visit(linkTo(bank, "lang=de"));
  expect(heading(german)).toBe(sandboxWords.de.heading_bank);
  const afterPay = await harness.submit(formAction(german, ""), { outcome: "pay" });
  expect(afterPay.text).toContain("„Bezahlen“ ist erledigt.");
  expect(heading(await harness.visit(linkTo(afterPay, "/return")))).toBe("Zahlung abgeschlossen");
  await harness.stop();
});
