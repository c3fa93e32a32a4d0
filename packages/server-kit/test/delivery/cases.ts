// Errors that users of other webhook verifiers and delivery engines have reported, and for each the tests
// that prevent it here. cases.test.ts checks that all of these tests exist. Paths are relative to the
// repository's root; titles as in the source, with placeholders.

import type { KnownBug } from "../../../../scripts/testing/known-bugs.js";

const verifier = (file: string) => `packages/webhook-verifier/test/${file}`;
const kit = (file: string) => `packages/server-kit/test/${file}`;

const conformance = verifier("conformance.mjs");
const parsedBefore = verifier("parsed-before.test.ts");
const receivers = verifier("receivers.test.ts");
const bodyCap = verifier("body-cap.test.ts");
const sender = kit("outbound/webhook-sender.test.ts");
const guard = kit("outbound/address-guard.test.ts");
const deliver = kit("delivery/deliver-webhook.test.ts");
const schedule = kit("delivery/delivery-schedule.test.ts");
const recover = kit("delivery/recover-interrupted.test.ts");
const restarts = kit("delivery/restarts.test.ts");
const changing = kit("service/deliveries-after-changes.test.ts");

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: titles as in the source
const accepts = "accepts ${vector.id}: ${vector.note}";
const refuses = "refuses ${forgery.id}: ${forgery.note}";
const aroundParsers = "${name}: ${status}";
const killedSend = "a process killed at every point of $title loses and repeats nothing (seed ${seed})";
const inStreams = "accepts ${vector.id} as a stream, cut anywhere";
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: titles as in the source

const bug = (row: number, what: string, file: string, titles: string[], values: string[] = []): KnownBug => ({
  row,
  bug: what,
  file,
  titles,
  values,
});

export const knownBugs: KnownBug[] = [
  bug(1, "JSON written again breaks escapes", conformance, [accepts], ["unicode-escaped", "lone-surrogate-escape"]),
  bug(2, "emoji bodies refused", conformance, [inStreams], ["unicode-emoji"]),
  bug(4, "line separators lost", conformance, [accepts], ["line-separators"]),
  bug(5, "a character cut at a chunk's edge", bodyCap, ["verifies a body whose emoji is cut between two packets"]),
  bug(6, "a parsed object as body", conformance, [
    "refuses a parsed, a missing and a consumed body as a configuration error, not as a wrong signature",
  ]),
  bug(
    6,
    "a parsed object as body, by adapter",
    parsedBefore,
    [aroundParsers],
    ["Express after express.json()", "Next.js Pages Router with its body parser on"],
  ),
  bug(
    8,
    "the host platform parses first",
    parsedBefore,
    [aroundParsers, "a Lambda event with a parsed body: 500"],
    ["a host platform that parses and keeps rawBody"],
  ),
  bug(
    9,
    "a raw parser on the route after a global one",
    parsedBefore,
    [aroundParsers],
    ["Express with a raw parser on the route behind a global express.json()"],
  ),
  bug(10, "a synchronous call throws at the edge", verifier("published-package.test.ts"), [
    "the main entry imports nothing and never touches Buffer",
    "needs Node only in the synchronous entry",
  ]),
  bug(12, "a wrong length throws", conformance, [refuses], ["truncated-63", "half", "overlong-65"]),
  bug(13, "length compared in characters", conformance, [refuses], ["multibyte-64chars"]),
  bug(14, "a view's offset ignored", conformance, [accepts], ["ascii-json"]),
  bug(16, "a header found in one case only", conformance, ["finds the signature in every kind of header collection"]),
  bug(17, "white space pasted with the secret", conformance, [
    "refuses a missing or empty secret, and one with white space at an end or an invisible character",
  ]),
  bug(17, "white space in the secret's vector", conformance, [accepts], ["secret-trailing-lf"]),
  bug(18, "an empty body", conformance, ["parses after the check: empty, byte order mark, not JSON"], ["empty"]),
  bug(20, "a byte order mark", conformance, ["parses after the check: empty, byte order mark, not JSON"], ["bom"]),
  bug(21, "text and bytes differ", conformance, [accepts], ["ascii-json"]),
  bug(22, "signed before or after compression", receivers, ["verifies a compressed body by the bytes as sent"]),
  bug(22, "inflated by another parser", parsedBefore, [
    "Express after express.raw() that inflated the body: 500, not 401",
  ]),
  bug(
    24,
    "no raw body in Koa",
    parsedBefore,
    [aroundParsers],
    ["Koa before @koa/bodyparser", "Koa after @koa/bodyparser"],
  ),
  bug(25, "unbounded reading before the check", bodyCap, [
    "responds with 413 to 5 MiB without a length and closes the connection",
    "closes the connection of an endless body, with constant memory",
    "responds with 413 to a length header above the cap without reading the body",
    "counts the bytes of a fetch Request, not its length header, and stops the sender",
  ]),
  bug(26, "a challenge echoed as HTML", verifier("verify-webhook.test.ts"), ["a challenge cannot inject markup"]),
  bug(26, "a challenge echoed by an adapter", receivers, [
    "responds to the verification by itself, as JSON with nosniff, only after a valid signature",
  ]),
  bug(28, "claimed, crashed, skipped for ever", verifier("dedupe-processes.test.ts"), [
    "handles a delivery whose first handler was killed, once its lease is over",
  ]),
  bug(29, "concurrent duplicates", receivers, [
    "runs the handler once for simultaneous duplicates: the other gets 503, a later repeat 200",
  ]),
  bug(30, "a store deleted with work pending", deliver, [
    "a deleted store is not called again and gets no mail, even for a send in flight",
  ]),
  bug(30, "a store deleted while work is queued", kit("service/store-deleted-meanwhile.test.ts"), [
    "a store that is deleted while a payment of it is created has no waiting webhook",
    "a store that is deleted while a payment of it changes its state has no waiting webhook",
  ]),
  bug(32, "a lease shorter than its send", restarts, [
    "on the %s path after %i failures a lease outlives its send (%i ms configured, %i ms granted) by 15 s",
    "refuses to start with a timeout of %d ms",
  ]),
  bug(33, "lost in a crash between two statements", kit("delivery/killed-send.long.test.ts"), [
    killedSend,
    "the sends were killed more than two hundred times",
  ]),
  bug(34, "Retry-After ignored", schedule, [
    "a Retry-After only lengthens the wait, to twice the nominal one at most",
    "Retry-After %j is parsed as %j ms",
  ]),
  bug(34, "Retry-After over the network", deliver, [
    "a response of %i with Retry-After %j delays the second attempt by that time, within bounds",
  ]),
  bug(36, "endless retries", deliver, [
    "gives up after the twelfth attempt, about a week later, with the same bytes and one mail",
  ]),
  bug(37, "the last retry is never picked up", restarts, [
    "across six restarts at random times no attempt is lost and none is made twice",
  ]),
  bug(38, "a big response makes the record unstorable", sender, [
    "an endless body is truncated at 4 KiB and the socket is closed at once",
    "a gzip body is not decompressed",
    "a slow body is truncated at the deadline; its status counts and the socket is closed",
  ]),
  bug(40, "a poison job kills its workers", recover, [
    "a delivery that crashes the process repeatedly is sent alone and interrupts no other delivery",
  ]),
  bug(41, "a connection for each send", sender, ["two thousand sends, four at a time, reuse their connections"]),
  bug(42, "an alert for each event", kit("background/mails-work.test.ts"), [
    "successive failures send five mails; further ones within the hour wait for a digest",
    "five hundred simultaneous failures are one digest, with one row for each delivery",
  ]),
  bug(44, "one failing delivery blocks the others", kit("delivery/fairness.test.ts"), [
    "a thousand due deliveries of unresponsive endpoints do not delay a responsive one",
    "retries of a responsive store are found behind a long backlog of one unresponsive store",
  ]),
  bug(44, "one endpoint in ten fails", kit("delivery/many-stores.long.test.ts"), [
    "with fifty of five hundred endpoints failing, %s, every working one receives before a hanging send has timed out",
  ]),
  bug(45, "a killed worker holds its jobs for hours", recover, [
    "a send that a crash interrupted is due at once after the start, and does not count as an attempt",
  ]),
  bug(46, "a slow worker's late result", recover, ["a result that arrives after the claim was lost is not written"]),
  bug(46, "a worker that is suspended past its lease", kit("delivery/suspended-engine.long.test.ts"), [
    "an engine that was suspended past its lease during a send does not overwrite the result of the engine that took over",
  ]),
  bug(48, "the clock jumps", recover, [
    "a clock that jumps %s during a send does not lose the claim",
    "a lease from a clock that was ahead does not hold a delivery for hours",
    "a clock ten days ahead causes one attempt of each delivery, not several",
  ]),
  bug(48, "the clock is set back, or was ahead", kit("delivery/clock-set-back.test.ts"), [
    "a clock that goes back by %s changes no remaining wait, on each step of the schedule",
    "a clock that was set back while no instance ran is detected at the next start",
    "deliveries planned by a clock ten days ahead are replanned when the clock is corrected",
  ]),
  bug(48, "the clock jumps under the scheduler", kit("background/scheduler.test.ts"), [
    "the background follows the injected clock, also when it jumps",
  ]),
  bug(49, "a timeout that ends at the headers", sender, [
    "a slow body is truncated at the deadline; its status counts and the socket is closed",
  ]),
  bug(50, "a redirect is followed", sender, ["a redirect with %i is the outcome, and its target is never contacted"]),
  bug(52, "a pinned look-up of the wrong shape", guard, [
    "a real connection goes to the vetted address (the look-up returns %s)",
  ]),
  bug(53, "public at the check, private at the connection", guard, [
    "a name that is public at the first send and private at the second is blocked at the second",
    "a name that resolves (%s) to %j is refused, and no connection is opened",
  ]),
  bug(
    54,
    "mapped IPv6 compared as text",
    guard,
    ["refuses to save %s, and to send there", "an IPv6 address is checked by its value, in any notation"],
    [
      "https://[::ffff:127.0.0.1]/",
      "https://[::ffff:a9fe:a9fe]/",
      "https://[::7f00:1]/",
      "https://[64:ff9b::7f00:1]/",
      "https://[2002:7f00:1::]/",
      "https://[::]/",
    ],
  ),
  bug(56, "a trailing dot passes a list of names", guard, ["%s is refused by its address"]),
  bug(
    57,
    "another scheme, or an error in the look-up",
    guard,
    ["refuses to save %s: %s", "a thousand blocked sends, and a look-up that throws or fails, end as outcomes"],
    ["unix:/var/run/x.sock"],
  ),
  bug(58, "the test button scans ports", kit("delivery/verify-integration.test.ts"), [
    "open, closed and unreachable private ports give the same response",
  ]),
  bug(60, "a reused socket is reset", sender, [
    "an idle connection that the endpoint resets during a request is replaced once, within the attempt",
    "after the first byte of the response nothing is sent again",
    "a fresh connection that is reset is not replayed",
  ]),
  bug(61, "two processes claim concurrently", kit("delivery/killed-engine.test.ts"), [
    "two engines on one database share the work and claim every attempt once, %s (%i deliveries)",
  ]),
  bug(62, "a retry changes the body", changing, [
    "a payment that changes between two attempts does not change the repeated webhook",
  ]),
  bug(64, "a deleted store is still called", changing, [
    "a store deleted with forty waiting webhooks gets none of them and no mail; its successor gets only its own",
  ]),
  bug(64, "a store that is created again gets everything twice", kit("service/store-created-again.test.ts"), [
    "a store deleted with forty waiting webhooks and created again at the same time gets only its own webhooks",
    "a send that runs or is claimed while the store is deleted and created again does not reach the new address",
  ]),
];
