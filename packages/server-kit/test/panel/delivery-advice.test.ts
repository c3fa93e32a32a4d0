// What the panel advises about a delivery that does not arrive.
import { expect, test } from "vitest";
import { adviceFor } from "../../src/http/panel/deliveries/advice.js";

type Advised = Parameters<typeof adviceFor>[0];

function delivery(state: Advised["state"], outcome: string, httpStatus: number | null = null): Advised {
  return { state, attempts: [{ outcome, httpStatus }] };
}

test.each<[string, Advised, RegExp]>([
  ["a refused signature", delivery("dead", "http_4xx", 401), /webhook secret, over the raw body.*then resend/],
  ["a path that is not there", delivery("dead", "http_4xx", 404), /route accepts POST.*then resend/],
  ["another refusal", delivery("pending", "http_4xx", 418), /delivery id in its log.*tried again automatically/],
  ["a redirect", delivery("pending", "http_3xx", 301), /final address/],
  ["a failing endpoint", delivery("exhausted", "http_5xx", 500), /failed while it handled.*All attempts are used up/],
  ["no response in time", delivery("pending", "timeout"), /slow work afterwards/],
  ["a bad certificate", delivery("pending", "tls"), /certificate/],
  ["a closed port", delivery("pending", "network"), /could not be reached/],
  ["a send that was cut off here", delivery("pending", "interrupted"), /^It is tried again automatically/],
  ["sends that were cut off again and again", delivery("parked", "interrupted"), /interrupted on our side/],
])("advises on %s", (_, given, expected) => {
  expect(adviceFor(given)).toMatch(expected);
});

test("a refused address gets the advice of one that does not respond", () => {
  expect(adviceFor(delivery("pending", "blocked_address"))).toBe(adviceFor(delivery("pending", "network")));
});

test.each<[string, Advised]>([
  ["has arrived", delivery("delivered", "success", 200)],
  ["is on its way", delivery("sending", "started")],
  ["waits for its first send", { state: "pending", attempts: [] }],
  ["was cancelled with its store", delivery("cancelled", "http_5xx", 500)],
])("says nothing about a delivery that %s", (_, given) => {
  expect(adviceFor(given)).toBeUndefined();
});
