// A validation error names each rule that the caller can act on, and none that contradicts another.
import { expect, test } from "vitest";
import { Refusal, type RefusalDetail } from "../../src/domain/refusal.js";
import type { Call } from "../../src/http/call.js";
import { checkBody } from "../../src/http/check-schema.js";
import { contract } from "../../src/http/generated/contract.js";
import { parseStrictJson } from "../../src/http/strict-json.js";

const order = { merchantId: "m", orderId: "1", amountCents: 1999, currency: "EUR" };

function rulesOf(body: object): string[] {
  return detailsOf(body).map(({ path, rule }) => `${path} ${rule}`);
}

function detailsOf(body: object): RefusalDetail[] {
  try {
    void checkBody(contract.initializeCustomPaymentSession)({ body } as Call); // reads nothing but the body
  } catch (error) {
    const { details } = error as Refusal & { details?: unknown };
    expect(error).toBeInstanceOf(Refusal);
    return details as RefusalDetail[];
  }
  return [];
}

test.each([
  [{ paymentMethod: "paypal" }, ["paymentMethod enum"]],
  // The one value that a direct session takes, without the set that has others beside it.
  [{ paymentMethod: "paypal", checkoutMode: "direct_provider", customerCountry: "DE" }, ["paymentMethod const"]],
  [{ customerCountry: "Germany" }, ["customerCountry direct_only"]],
])("the errors of %j do not contradict each other", (fields, expected) => {
  expect(rulesOf({ ...order, ...fields })).toEqual(expected);
});

test.each([
  [{ currency: "eur" }, ["currency must be three capital letters, such as EUR"]],
  [{ returnUrl: "www.shop.example/done" }, ["returnUrl must be an absolute URL, such as https://shop.example/done"]],
  [{ customerEmail: "buyer" }, ["customerEmail must be an e-mail address, such as buyer@example.com"]],
  [{ amountCents: "1999" }, ["amountCents must be a whole number"]],
  [{ returnURL: "https://shop.example/" }, ["returnURL is not a field of this request: did you mean returnUrl?"]],
  [{ orderID: "1" }, ["orderID is not a field of this request: did you mean orderId?"]],
  [{ colour: "red" }, ["colour is not a field of this request: remove it"]],
])("the error of %j says in plain words what would be right", (fields, expected) => {
  expect(detailsOf({ ...order, ...fields }).map(({ path, message }) => `${path} ${message}`)).toEqual(expected);
});

test.each([
  ["", "The body is empty: send one JSON object."],
  ["\uFEFF{}", "The body begins with a byte order mark: send the JSON object without it."],
  ["[]", "The body must be one JSON object; got a list."],
  ['"{}"', "The body must be one JSON object; got text: encode the object once, not twice."],
  ["null", "The body must be one JSON object; got null."],
  ['{"a":1,\n "b":2,}', /^The body is not valid JSON: expected double-quoted property name, line 2, column 8\.$/],
  ['{"a":', "The body is not valid JSON: it ends early."],
  ['{"iban":"DE00","a":tru}', 'The body is not valid JSON: unexpected token "}".'],
  [
    '{"amountCents":99999999999999999999}',
    /^amountCents has more digits than a JSON number keeps exactly: send a number/,
  ],
  [
    '{"metadata":{"id":99999999999999999999}}',
    /^metadata\.id cannot be kept exactly as a JSON number: send it as a str/,
  ],
])("the error of the body %j names its cause", (text, message) => {
  expect(() => parseStrictJson(new TextEncoder().encode(text))).toThrow(message);
});
