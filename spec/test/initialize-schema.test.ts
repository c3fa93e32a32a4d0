// Tests which bodies of POST /payments/initialize the schema accepts (spec/rules.md#limits).
import { expect, test } from "vitest";
import { contract } from "../../packages/server-kit/src/http/generated/contract.js";
import { findSchemaErrors } from "../response-check/compile-schema.js";

const schema = contract.initializeCustomPaymentSession.requestBody;
const hosted = { merchantId: "mrc_1", orderId: "1", amountCents: 1, currency: "EUR" };
const direct = {
  ...hosted,
  checkoutMode: "direct_provider",
  paymentMethod: "open_bank_transfer",
  customerCountry: "DE",
};
const takes = (body: unknown) => findSchemaErrors(schema, body, "open").length === 0;
const without = (body: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

const accepted: [string, unknown][] = [
  ["the smallest hosted session", hosted],
  ["the alias shopId", { ...without(hosted, "merchantId"), shopId: "mrc_1" }],
  ["an order id of strange characters", { ...hosted, orderId: "a/b?c#d %2F ü 名 😀" }],
  ["255 characters of order id, astral ones counted once", { ...hosted, orderId: "😀".repeat(255) }],
  ["1e3 cents", { ...hosted, amountCents: JSON.parse("1e3") }],
  ["the largest amount", { ...hosted, amountCents: 99_999_999_999 }],
  ["metadata of any shape", { ...hosted, metadata: { a: [1, { b: null }] } }],
  ["every allowed character of a remittance reference", { ...hosted, remittanceInfo: "Az 09 .,-_/+:#" }],
  ["140 characters of remittance reference", { ...hosted, remittanceInfo: "x".repeat(140) }],
  ["an upper-case scheme", { ...hosted, returnUrl: "HTTPS://shop.example.com" }],
  ["a hosted bank session without buyer data", { ...hosted, paymentMethod: "open_bank_transfer" }],
  ["the smallest direct session", direct],
  ["both sender fields", { ...direct, senderName: "Erika", senderIban: "de89 3704 0044 0532 0130 00" }],
  ["an end-to-end id of 35", { ...direct, endToEndId: "a".repeat(35) }],
];
test.each(accepted)("accepts %s", (_, body) => {
  expect(findSchemaErrors(schema, body, "open")).toEqual([]);
});

const refused: [string, unknown][] = [
  ["neither merchantId nor shopId", without(hosted, "merchantId")],
  ["both merchantId and shopId", { ...hosted, shopId: "mrc_1" }],
  ["no orderId", without(hosted, "orderId")],
  ["no amountCents", without(hosted, "amountCents")],
  ["no currency", without(hosted, "currency")],
  ["an unknown field", { ...hosted, confirmationMode: "settlement" }],
  ["an empty order id", { ...hosted, orderId: "" }],
  ["256 characters of order id", { ...hosted, orderId: "x".repeat(256) }],
  ["a control character", { ...hosted, orderId: "a\u0000" }],
  ["half a surrogate pair", { ...hosted, orderId: "a\ud83d" }],
  ["a fraction of a cent", { ...hosted, amountCents: 1999.0000001 }],
  ["an amount as text", { ...hosted, amountCents: "1999" }],
  ["zero", { ...hosted, amountCents: 0 }],
  ["minus zero", { ...hosted, amountCents: -0 }],
  ["null", { ...hosted, amountCents: null }],
  ["one cent too much", { ...hosted, amountCents: 100_000_000_000 }],
  ["a lower-case currency", { ...hosted, currency: "eur" }],
  ["a currency with a line feed", { ...hosted, currency: "EUR\n" }],
  ["an address without @", { ...hosted, customerEmail: "buyer" }],
  ["metadata that is a list", { ...hosted, metadata: [] }],
  ["an unknown method", { ...hosted, paymentMethod: "cash" }],
  ["an unknown mode", { ...hosted, checkoutMode: "direct" }],
  ["141 characters of remittance reference", { ...hosted, remittanceInfo: "x".repeat(141) }],
  ["a blank remittance reference", { ...hosted, remittanceInfo: "  " }],
  ["an umlaut in a remittance reference", { ...hosted, remittanceInfo: "ü" }],
  ["a script as return address", { ...hosted, returnUrl: "javascript:alert(1)" }],
  ["a return address without scheme", { ...hosted, returnUrl: "//shop.example.com" }],
  ["user info in the return address", { ...hosted, returnUrl: "https://a:b@shop.example.com" }],
  ["a backslash in the return address", { ...hosted, returnUrl: "https:\\\\shop.example.com" }],
  ["a direct session without country", without(direct, "customerCountry")],
  ["a direct session without method", without(direct, "paymentMethod")],
  ["a direct card session", { ...direct, paymentMethod: "card_processing" }],
  ["a country of three letters", { ...direct, customerCountry: "DEU" }],
  ["a sender name without an IBAN", { ...direct, senderName: "Erika" }],
  ["an IBAN without a sender name", { ...direct, senderIban: "DE89370400440532013000" }],
  ["a blank sender name", { ...direct, senderName: " ", senderIban: "DE89370400440532013000" }],
  ["36 characters of end-to-end id", { ...direct, endToEndId: "a".repeat(36) }],
  ["a double slash in an end-to-end id", { ...direct, endToEndId: "a//b" }],
  ...["provider", "customerCountry", "senderName", "senderIban", "endToEndId"].map((name): [string, unknown] => [
    `${name} outside a direct session`,
    { ...hosted, [name]: "DE" },
  ]),
  ["instantPayment outside a direct session", { ...hosted, instantPayment: false }],
  ["a list", []],
  ["null instead of a body", null],
];
test.each(refused)("refuses %s", (_, body) => {
  expect(takes(body)).toBe(false);
});
