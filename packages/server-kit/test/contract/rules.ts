// Each rule of the specification with the tests that prove it. A test checks that every test named here exists.
// Files are below `packages/server-kit/test`.

export interface ProvenRule {
  section: string;
  rule: string;
  file: string;
  /** As in the source, placeholders included. */
  title: string;
}

const inSection = (section: string, rows: [rule: string, file: string, title: string][]): ProvenRule[] =>
  rows.map(([rule, file, title]) => ({ section, rule, file, title }));

const initialize = "contract/claims-initialize.ts";
const access = "contract/claims-access.ts";
const repeats = "contract/claims-repeats.ts";
const reads = "contract/claims-reads.ts";
const orders = "contract/claims-orders.ts";
const service = "contract/claims-service.ts";
const http = "contract/claims-http.ts";
const limits = "contract/claims-limits.ts";
const failures = "contract/claims-failures.ts";
const races = "service/races-and-time.test.ts";
const delivery = "delivery/deliver-webhook.test.ts";

export const provenRules: ProvenRule[] = [
  ...inSection("What the service does", [
    [
      "a session is created or an existing one reused",
      repeats,
      "the same order and amount five times is one payment, and the response says so",
    ],
    [
      "hosted is the default mode, and its handoff is paymentUrl",
      initialize,
      "opens a hosted session with only the required fields",
    ],
    [
      "a direct session hands off by redirectUrl and two aliases",
      initialize,
      "opens a direct session with one address under three names",
    ],
    ["direct sessions are for open_bank_transfer only", initialize, "refuses $title"],
    [
      "webhooks are authoritative and signed",
      races,
      "the signature is valid for the received bytes, whatever the metadata",
    ],
  ]),
  ...inSection("Resources and their fields", [
    ["a key belongs to one store", access, "no route shows anything of store A to any key of store B"],
    ["a key belongs to one environment", access, "$route refuses the other environment of the same store with 403"],
    [
      "three key prefixes",
      "domain/api-key.test.ts",
      "a %s key shows the service and its kind, then 43 random and 6 check characters",
    ],
    ["legacy tokens are still accepted", access, "a legacy token is accepted and its use announced as deprecated"],
    [
      "remittanceInfo is generated when it is omitted",
      initialize,
      "opens a hosted session with only the required fields",
    ],
    ["remittanceInfo has 140 characters of a closed set", initialize, "refuses $title"],
    ["endToEndId is derived when it is omitted", initialize, "creates an end-to-end id when none is sent"],
    ["metadata is preserved", initialize, "echoes everything that a merchant sends"],
  ]),
  ...inSection("States and transitions", [
    [
      "two vocabularies, one state",
      reads,
      "after $events (direct: $direct, settlement: $settlement) the buyer sees $flow, the merchant $status",
    ],
    [
      "pending expires after 30 days, with a webhook",
      races,
      "in %s a payment is open for exactly thirty days, also across a change to or from daylight saving time",
    ],
    [
      "provider success completes in the default mode",
      races,
      "twenty simultaneous reports of one success are one transition and one webhook",
    ],
    [
      "with the settlement add-on success waits for settlement",
      reads,
      "after $events (direct: $direct, settlement: $settlement) the buyer sees $flow, the merchant $status",
    ],
    [
      "UNKNOWN and INDETERMINATE are unresolved",
      reads,
      "after $events (direct: $direct, settlement: $settlement) the buyer sees $flow, the merchant $status",
    ],
    [
      "every transition of the status emits a webhook",
      reads,
      "the webhook history shows each delivery with its attempts, newest first, page by page",
    ],
    [
      "nothing outside the graph happens",
      "domain/transition-graph.test.ts",
      "events in any order cause only transitions of the decided table",
    ],
    ["final states rest", races, "a failure that is reported after success is only an alert"],
    [
      "a transition is whole or not at all",
      "crash/killed-service.long.test.ts",
      "a kill at any point of a transition leaves the state before or after it, with its history and webhook",
    ],
  ]),
  ...inSection("POST /payments/initialize", [
    ["exactly one of merchantId and shopId", initialize, "refuses $title"],
    ["no other properties than those listed", initialize, "refuses $title"],
    ["amountCents is an integer of at least 1", initialize, "refuses the amount %s"],
    ["method aliases are normalised", initialize, "reports the method %s as %s"],
    [
      "methods other than open_bank_transfer must be enabled",
      access,
      "with the setting %s for a method, a %s key gets %i under every name of the method",
    ],
    [
      "open_bank_transfer need not be enabled",
      access,
      "open bank transfer needs no switch in a new store, and an explicit off closes it",
    ],
    ["1: partial sender data is refused with VALIDATION_ERROR", initialize, "refuses $title"],
    ["2: a card is hosted only", initialize, "refuses $title"],
    ["3: buyer data belongs to direct sessions", initialize, "refuses $title"],
    ["4: reconciliation fields are refused", initialize, "refuses $title"],
    ["5: major units are refused", initialize, "refuses $title"],
    ["IBANs are checked and normalised", initialize, "M17: accepts the IBAN %j"],
    [
      "message is present on reuse",
      repeats,
      "the same order and amount five times is one payment, and the response says so",
    ],
    ["calls at once make one payment", repeats, "fifty simultaneous calls give one payment and fifty responses"],
    ["calls at once make one provider session", races, "fifty simultaneous direct calls open one provider session"],
    [
      "a call is whole or not at all",
      "crash/killed-service.long.test.ts",
      "a kill at any point of a %s initialize leaves nothing or everything, and the same call goes through after it",
    ],
    [
      "checks come in the documented order",
      "contract/claims-order-of-checks.ts",
      "initialize reports the first broken rule in the documented order",
    ],
    [
      "Idempotency-Key: same call, same response",
      repeats,
      "the same Idempotency-Key and body gets the stored response",
    ],
    ["Idempotency-Key: another body is 422", repeats, "an Idempotency-Key with another body is refused with 422"],
    [
      "Idempotency-Key: a running call is 409",
      repeats,
      "while the first call still runs, its Idempotency-Key gets 409 with Retry-After",
    ],
  ]),
  ...inSection("GET /payments/{paymentId}/status", [
    ["testMode only for test payments", access, "one order in test and in live is two separate payments"],
    ["404 PAYMENT_NOT_FOUND", reads, "an unknown payment is 404 on every read, whatever its id looks like"],
  ]),
  ...inSection("GET /payments/{paymentId}/bank-details", [
    [
      "names account, reference and amount",
      reads,
      "bank details name the store's account, the amount and the merchant's own reference",
    ],
    ["orderId is required and must fit", reads, "bank details need the order id that belongs to the payment"],
    [
      "404 while it is pending",
      reads,
      "once money has arrived for a pending payment, bank details do not ask for it again: 404",
    ],
  ]),
  ...inSection("GET /orders/{order_key}", [
    ["shows a sanitized order", orders, "returns an order to a caller with its key and shopId, without an API key"],
    ["validates the key", orders, "refuses the order key %s"],
    [
      "403 when the store is not approved",
      orders,
      "an order of a store with %j is 403 STORE_NOT_APPROVED, without the store's status",
    ],
    ["404 when there is no such store", orders, "an unknown store is 404 STORE_NOT_FOUND"],
    ["a wrong key reveals nothing", orders, "a wrong key and another store's key get the same response"],
    ["totals are exact", orders, "shows %s %s exactly"],
    [
      "429 for guessing",
      limits,
      "ten wrong order keys from one address block that address for ten minutes, for valid keys too",
    ],
  ]),
  ...inSection("GET /health, GET /version, POST /version/check", [
    ["200 when healthy", service, "is healthy, ready and alive, without any credential"],
    [
      "503 when the database fails",
      failures,
      "a database that fails is 500 on every route without details, 503 on health, and recovers by itself",
    ],
    ["503 during a stop", failures, "a stop finishes requests in flight and refuses all others with 503"],
    [
      "version and its parts",
      service,
      "returns its version, contract, build and deployment, and no host, path or dependency",
    ],
    ["a client learns whether it fits", service, "a client of version %s for contract %s is %s, compatible: %s"],
    ["aliases are listed as deprecated", service, "lists every deprecated feature with its dates and replacement"],
    [
      "using one is announced",
      initialize,
      "shopId is accepted as the old name of merchantId, and the response has its end date",
    ],
  ]),
  ...inSection("GET /transactions/{transaction_id}/webhook/history", [
    [
      "deliveries with their attempts",
      reads,
      "the webhook history shows each delivery with its attempts, newest first, page by page",
    ],
    ["a session token must be valid", reads, "a forged session token is refused with SESSION_REQUIRED"],
  ]),
  ...inSection("Authentication", [
    ["1: the scheme word is case-insensitive", access, "the authentication scheme is case-insensitive"],
    ["2: keys come in the Authorization header only", access, "a key in the query is not a credential"],
    ["4: keys are rotated side by side", access, "two keys of one store work side by side until one is revoked"],
    [
      "5: a live key on a test-only or disabled method",
      access,
      "with the setting %s for a method, a %s key gets %i under every name of the method",
    ],
    ["6: missing or malformed", access, "$route refuses every absent or malformed credential with 401"],
    ["6: unknown, revoked or expired", access, "$route refuses unknown, altered, revoked and expired keys with 401"],
    ["6: another merchant", access, "no route shows anything of store A to any key of store B"],
    ["6: the opposite environment", access, "a deployment for one environment refuses the other's keys on every route"],
    [
      "secrets stay out of logs",
      "contract/claims-secrecy.ts",
      "no key, address, name, account or body is logged at debug level",
    ],
  ]),
  ...inSection("Events", [
    [
      "headers and exact bytes",
      delivery,
      "an accepted webhook is sent once, signed over its exact bytes, with the headers of the contract",
    ],
    [
      "queue path: twelve attempts",
      delivery,
      "gives up after the twelfth attempt, about a week later, with the same bytes and one mail",
    ],
    [
      "legacy path: three attempts",
      delivery,
      "the legacy path makes three attempts, 2 s and 4 s apart, with growing timeouts and no attempt header",
    ],
    [
      "400, 401, 403, 404 and 410 end a delivery",
      delivery,
      "a response of %i ends the delivery immediately, with one mail",
    ],
    [
      "verification",
      "delivery/verify-integration.test.ts",
      "the challenge is signed, with its headers and fields, and the expected response verifies",
    ],
    [
      "redelivery",
      "delivery/redeliver-webhook.test.ts",
      "a failed redelivery sends once, immediately, and leaves the schedule unchanged",
    ],
  ]),
  ...inSection("Errors", [
    ["KYC: codes, texts and currentStatus", access, "KYC %s refuses with %s for test and live keys"],
    ["verification: code, text and currentStatus", access, "verification %s refuses with SHOP_NOT_VERIFIED"],
    [
      "every documented response is returned, and no other",
      "contract/run-contract.ts",
      "every documented response was returned in some test",
    ],
    [
      "nothing undocumented for random calls",
      "http/random-calls.long.test.ts",
      "random calls get documented responses, and none is an internal error",
    ],
    ["broken JSON is 400", initialize, "refuses the body %j as INVALID_JSON"],
    ["a key twice is 400", initialize, "refuses the key that appears twice in %s"],
    ["405 with Allow", http, "another method on a known path is 405 with Allow, not 404"],
    ["413 above 64 KiB", http, "a body of 65 537 bytes is 413 on every route, one of 65 536 is read"],
  ]),
  ...inSection("Limits", [
    ["per key", limits, "$route allows each key $max calls in $windowSeconds s"],
    ["per address", limits, "$route allows each address $max calls in $windowSeconds s"],
    [
      "failed keys",
      limits,
      "O17: thirty invalid keys from one address block further invalid ones for five minutes, and never a valid key",
    ],
    ["forged addresses do not evade them", http, "only the forwarded addresses that our proxies appended count"],
  ]),
  ...inSection("Mounting", [
    [
      "a body that the host has parsed",
      "http/host-parsers.test.ts",
      "with %s the responses are the same, and none hangs",
    ],
    [
      "paths outside the prefix are the host's",
      "http/host-parsers.test.ts",
      "%s leaves every path outside the prefix to the host",
    ],
    ["links come from the base URL alone", http, "no Host or forwarded header reaches a response"],
  ]),
];
