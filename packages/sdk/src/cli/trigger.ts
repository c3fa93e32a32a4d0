// trigger: makes an event of the specification happen to a test payment, new or given.
import { randomUUID } from "node:crypto";
import { PaymentSessions } from "../client.js";
import { sandboxEvents, transactionStatuses } from "../generated/enums.js";
import { suggestName } from "../nearest-name.js";
import { type Account, listenerSecret } from "./account.js";
import { CommandFailed, type CommandIo, WrongUse } from "./command-io.js";
import { readEventStream } from "./event-stream.js";
import { forward, tellResponse } from "./forward.js";
import { connect, reasonOf } from "./listen.js";

export interface TriggerOptions {
  account: Account;
  /** A status of a payment, an event of the sandbox, or the type of an event. */
  event: string;
  paymentId: string | undefined;
  merchantId: string | undefined;
  amountCents: number;
  /** For the verification request, which goes there directly. */
  forwardTo: string | undefined;
}

type SandboxWord = (typeof sandboxEvents)[number];

/** Ways to a status, in the sandbox's words, from wherever a payment stands: what does not fit its state changes nothing. */
const ways: Record<string, readonly SandboxWord[]> = {
  pending: [],
  processing: ["buyer_started", "provider_accepted"],
  completed: ["buyer_started", "provider_success", "settlement_confirmed"],
  paid: ["buyer_started", "provider_success", "settlement_confirmed"],
  failed: ["provider_rejected", "buyer_started", "provider_accepted", "provider_rejected"],
  cancelled: ["provider_cancelled", "buyer_started", "provider_cancelled"],
  expired: ["provider_session_expired", "buyer_started", "provider_session_expired"],
};

const changed = "transaction.status_changed";
const verification = "service.webhook_verification";
export const triggerWords: readonly string[] = [...transactionStatuses, changed, verification, ...sandboxEvents];

/** @throws WrongUse for a word that there is not, CommandFailed when the payment cannot get there */
export async function trigger(io: CommandIo, options: TriggerOptions): Promise<void> {
  const { event, account } = options;
  if (!triggerWords.includes(event)) {
    const near = suggestName(event, triggerWords);
    throw new WrongUse(`There is no event ${JSON.stringify(event)}.${near} There are ${triggerWords.join(", ")}.`);
  }
  if (event === verification) return triggerVerification(io, options);
  const payments = new PaymentSessions({ ...account, fetch: io.fetch });
  const paymentId = options.paymentId ?? (await openPayment(io, payments, options));
  const way = ways[event === changed ? "completed" : event];
  const asked: readonly SandboxWord[] = way ?? sandboxEvents.filter((word) => word === event);
  let status: string | undefined = event === "pending" && options.paymentId === undefined ? "pending" : undefined;
  for (const word of asked) {
    const result = await payments.sandbox.send(paymentId, word);
    status = result.status;
    if (way === undefined && !result.accepted)
      throw new CommandFailed(`${paymentId} is ${status}: ${word} changes nothing.`);
    if (isThere(event, status)) break;
  }
  if (way !== undefined && event !== changed && !isThere(event, status)) {
    throw new CommandFailed(`${paymentId} is ${status ?? "there already"} and cannot become ${event}.`);
  }
  io.out(`${paymentId} is ${status}`);
}

/** A store says `completed` or `paid`, whichever it chose. */
function isThere(wanted: string, status: string | undefined): boolean {
  const isSuccess = status === "completed" || status === "paid";
  return status === wanted || (isSuccess && ["completed", "paid"].includes(wanted));
}

/** Straight to the bank: from there every status can be reached. */
async function openPayment(
  io: CommandIo,
  payments: PaymentSessions,
  { account, merchantId, amountCents }: TriggerOptions,
): Promise<string> {
  const session = await payments.sessions.initialize({
    merchantId: merchantId ?? (await findMerchant(io, account)),
    orderId: `trigger-${randomUUID()}`,
    amountCents,
    currency: "EUR",
    paymentMethod: "open_bank_transfer",
    checkoutMode: "direct_provider",
    customerCountry: "DE",
  });
  return session.paymentId;
}

/** Whose key is it? The stream says so first thing. */
async function findMerchant(io: CommandIo, account: Account): Promise<string> {
  const stream = await connect(io, account, undefined).catch((error: unknown) => {
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(`The request to ${account.baseUrl} failed: ${reasonOf(error)}`);
  });
  for await (const { event, data } of readEventStream(stream)) {
    if (event === "ready") return Object(JSON.parse(data)).merchantId;
  }
  throw new CommandFailed("The service did not say whose key this is: pass --merchant-id.");
}

/** The panel's test of an endpoint, as the service sends it; the endpoint has to send the challenge back. */
async function triggerVerification(io: CommandIo, options: TriggerOptions): Promise<void> {
  const { account, forwardTo } = options;
  if (forwardTo === undefined) throw new WrongUse(`${verification} goes to an endpoint: pass --forward-to <url>.`);
  const merchantId = options.merchantId ?? (await findMerchant(io, account));
  const challenge = `ch_${randomUUID().replaceAll("-", "")}`;
  const timestamp = new Date(io.now()).toISOString();
  const fields = { challenge, timestamp, merchantId, shopId: merchantId, expectedAuthMode: "hmac_sha256" };
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "PaymentSessions-Verification/1.0",
    "X-Service-Event": verification,
    "X-Service-Verification-Challenge": challenge,
  };
  const body = JSON.stringify({ event: verification, ...fields });
  const response = await forward(io, { headers, body }, { url: forwardTo, secret: listenerSecret(account.apiKey) });
  io.out(`${verification} ${tellResponse(response)}`);
  if (response.status !== 200 || !response.text.includes(challenge)) {
    throw new CommandFailed("The endpoint did not send the challenge back.");
  }
}
