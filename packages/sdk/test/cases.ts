// Errors that users of other SDKs and mocks have reported, and for each the tests that prevent it here.
// cases.test.ts checks that all of these tests exist. Paths are relative to the repository's root; titles as
// in the source, with placeholders.

import type { KnownBug } from "../../../scripts/testing/known-bugs.js";

const sdk = (file: string) => `packages/sdk/test/${file}`;
const deadlines = sdk("deadlines.test.ts");
const errors = sdk("errors.test.ts");
const retries = sdk("retries.test.ts");
const redaction = sdk("redaction.test.ts");
const resources = sdk("resources.test.ts");
const statuses = sdk("statuses.test.ts");
const waiting = sdk("waiting.test.ts");
const built = sdk("built/package.test.ts");
const builtLong = sdk("built/package.long.test.ts");
const mockBuilt = sdk("mock/built.test.ts");
const mockFaults = sdk("mock/faults.test.ts");
const mockState = sdk("mock/state.test.ts");
const mockMsw = sdk("mock/msw.test.ts");
const merchants = "scripts/consumers/merchants.mjs";
const runtimes = "scripts/consumers/runtimes.mjs";

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a name as it stands in the source
const nodeWithMsw2 = "C9: Node ${process.versions.node}, MSW 2";
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: a name as it stands in the source

const bug = (row: number, what: string, file: string, ...titles: string[]): KnownBug => ({
  row,
  bug: what,
  file,
  titles,
  values: [],
});

export const knownBugs: KnownBug[] = [
  bug(
    1,
    "the time limit ended at the headers",
    deadlines,
    "the deadline of the call holds when %s",
    "the limit of one attempt holds when %s, and another attempt succeeds",
  ),
  bug(
    2,
    "the body of an error stalls",
    deadlines,
    "the deadline of the call holds when %s",
    "an incomplete body is reported with the status that came before it",
  ),
  bug(4, "generated clients have the same fault", built, "the built client ends a call whose body stops half way"),
  bug(
    5,
    "limits of attempts add up",
    deadlines,
    "three attempts without a response take no longer than the deadline of the call",
    "no pause begins that would end after the deadline: the last response is reported instead",
  ),
  bug(
    6,
    "hidden retries charge twice",
    retries,
    "a session that was created before the connection broke is not created twice",
    "two retries are made by default, and the last response is reported",
  ),
  bug(6, "the same at the mock", mockFaults, "the SDK's retries after a lost response result in one payment"),
  bug(
    8,
    "an attempt that was processed late is retried without its key",
    retries,
    "an attempt that timed out but was processed is retried under the same key",
  ),
  bug(9, "a repeated POST has no body", retries, "each attempt sends the same bytes with the same length"),
  bug(10, "a repeated request announces no length", retries, "each attempt sends the same bytes with the same length"),
  bug(
    12,
    "a key still in use is reported as a conflict",
    retries,
    "waits while the first attempt under its key is still running",
    "another conflict is reported, with the outcome of its session unknown",
  ),
  bug(13, "the body of an error was read before", errors, "a %i carries the service's code, status and text"),
  bug(14, "something other than an Error is thrown", errors, "every rejection is an error of the SDK"),
  bug(
    16,
    "a response without a length breaks the parser",
    errors,
    "a success status %s without a body is an empty response",
    "an empty 500 %s is reported as empty",
  ),
  bug(
    17,
    "a response to HEAD is parsed",
    errors,
    "health can be requested by HEAD, whatever length the response announces",
  ),
  bug(18, "empty JSON is a parser's error", errors, "a success status %s without a body is an empty response"),
  bug(
    20,
    "status and text of an error page are discarded",
    errors,
    "a proxy's error page gives a typed error with the status, its first kilobyte and the request id",
    "a 200 with a web page is not a session",
  ),
  bug(21, "and are not in the debug log either", redaction, "the raw text of a failed response is in the debug log"),
  bug(
    22,
    "types fail under some resolutions",
    builtLong,
    "a strict program compiles against the types under %s, library checked too",
  ),
  bug(22, "the same as installed", merchants, "TypeScript, node16", "TypeScript, bundler"),
  bug(24, "a test runner cannot parse the package", merchants, "Jest as it comes, CommonJS"),
  bug(
    24,
    "nor a loader without exports",
    built,
    "a loader that supports only package.json's main and CommonJS gets the client",
  ),
  bug(
    25,
    "errors of another copy are not recognised",
    built,
    "ESM and CJS load alone and together, and recognise each other's errors",
  ),
  bug(25, "the same by brand", errors, "an error made by another copy of the package is recognised"),
  bug(
    26,
    "handlers of another copy are not recognised",
    mockBuilt,
    "handlers made by the CommonJS build, with MSW's CommonJS copy, work in a server of MSW's ESM copy",
  ),
  bug(26, "the same as installed, MSW 2 and 3", runtimes, nodeWithMsw2),
  bug(
    28,
    "a connection that was closed while idle fails the call",
    retries,
    "a keep-alive connection that was closed while idle costs one retry and no error",
  ),
  bug(
    29,
    "a shared signal accumulates listeners",
    resources,
    "a thousand calls on one signal leave no listener on it",
    "a thousand concurrent calls on one signal cause no leak warning",
  ),
  bug(30, "unread bodies of errors keep memory and sockets", resources, "thousands of failures reuse their sockets"),
  bug(30, "over ten thousand", builtLong, "ten thousand failures leave the heap as it was, on the same sockets"),
  bug(
    32,
    "polling without an end",
    waiting,
    "with a service that never responds the wait ends at its deadline without a last status",
    "survives a rate limit, outages, broken connections and invalid responses",
  ),
  bug(
    33,
    "open sets cannot be matched, closed ones break",
    statuses,
    "a status is open to new values and closed after the guard",
    "a missing case is a compile error",
  ),
  bug(
    34,
    "sets are wrong at run time",
    statuses,
    "every set of values in the API description is exported with exactly its values",
  ),
  bug(
    36,
    "a secret inside an error",
    redaction,
    "no secret shows in the error or the debug log after %s",
    "an error of a custom fetch does not carry its request into the SDK's error",
    "no part of a key is shown, whatever text surrounds it in a response",
    "the client, its parts, its calls and their results show no key in any form of print or copy",
  ),
  bug(
    37,
    "a secret under a name that is not masked",
    redaction,
    "a key in a header, in the query or in the body of a call is masked in the debug log",
  ),
  bug(
    38,
    "a redirect sends the key to another host",
    errors,
    "a %i is refused, and nothing is sent to where it points",
  ),
  bug(
    40,
    "an excessive Retry-After",
    retries,
    "Retry-After %s is more than the cap: reported at once, with the wait",
    "Retry-After with %s leaves the ordinary pause",
  ),
  bug(41, "the proxy is bypassed", resources, "calls go through a proxy agent from another undici, with %s"),
  bug(42, "a timeout leaves its request running", deadlines, "after a timeout the server sees its socket closed"),
  bug(
    44,
    "an unexpected call goes unnoticed",
    mockFaults,
    "stop reports unexpected calls, also when their caller swallowed the error",
  ),
  bug(
    44,
    "the same through MSW",
    mockMsw,
    "unexpected calls below the base URL are reported by stop, in whichever order mock and server end",
  ),
  bug(
    45,
    "fake timers freeze the mock",
    mockFaults,
    "with all timers faked the mock responds, sends webhooks and advances its own time",
  ),
  bug(45, "the same as built", mockBuilt, "with timers that were faked after it was loaded it sets none and continues"),
  bug(45, "the same through MSW", mockMsw, "with fake timers the intercepted client gets its response"),
  bug(
    46,
    "a pending delay keeps the process alive",
    mockBuilt,
    "it loads by import and by require without MSW, does its work, and leaves nothing that keeps the process",
  ),
  bug(48, "state leaks between parallel tests", mockState, "fifty mocks side by side share no state"),
  bug(48, "the same in one server", mockMsw, "two mocks in one server respond for their own addresses"),
  bug(
    49,
    "calls reach the wrong server",
    mockMsw,
    "a client with the platform's fetch reaches the mock at %s, the merchant's other calls reach theirs",
    "unexpected calls below the base URL are reported by stop, in whichever order mock and server end",
  ),
  bug(49, "the same as installed, MSW 2 and 3", runtimes, nodeWithMsw2),
  bug(50, "a second start does nothing", mockFaults, "served, stopped and served again, it has the same state"),
  bug(
    52,
    "a mock without state",
    mockState,
    "a created payment is read back, metadata included, and bank details name the store",
    "the same Idempotency-Key replays its response, another body under it conflicts",
  ),
  bug(
    53,
    "a reset loses the seed",
    mockState,
    "a reset restores exactly the seed: its stores and keys stay, later records are removed",
  ),
  bug(
    54,
    "a parsed webhook is refused as a forgery",
    "packages/webhook-verifier/test/conformance.mjs",
    "refuses a parsed, a missing and a consumed body as a configuration error, not as a wrong signature",
  ),
];
