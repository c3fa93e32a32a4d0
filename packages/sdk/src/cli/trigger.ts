// The `trigger` command: sends an event to a test payment, new or given.
import { randomUUID } from "node:crypto";
import { PaymentSessions } from "../client.js";
import { type SandboxEvent, sandboxEvents, type TransactionStatus, transactionStatuses } from "../generated/enums.js";
import { suggestName } from "../nearest-name.js";
import { type Account, listenerSecret } from "./account.js";
import { CommandFailedError, type CommandIo, CommandUsageError } from "./command-io.js";
import { readEventStream } from "./event-stream.js";
import { describeResponse, forward } from "./forward.js";
import { connect, reasonOf } from "./listen.js";
import { parseReady } from "./stream-data.js";

export interface TriggerOptions {
  account: Account;
  /** A status of a payment, an event of the sandbox, or the type of an event. */
  event: string;
  paymentId: string | undefined;
  merchantId: string | undefined;
  amountCents: number;
  /** Target of the verification request, which is sent there directly. */
  forwardTo: string | undefined;
}

/** Sandbox events that lead to a status from any state: an event that is not allowed in a state changes nothing. */
const paths: Record<TransactionStatus, readonly SandboxEvent[]> = {
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
/** What webhooks report: statuses of a payment, and types of events. */
export const statusesAndEvents: readonly string[] = [...transactionStatuses, changed, verification];
export const triggerEvents: readonly string[] = [...statusesAndEvents, ...sandboxEvents];

/** @throws CommandUsageError for an unknown event, CommandFailedError when the payment cannot reach the status */
export async function trigger(io: CommandIo, options: TriggerOptions): Promise<void> {
  const { event, account } = options;
  if (!triggerEvents.includes(event)) {
    const near = suggestName(event, triggerEvents);
    throw new CommandUsageError(
      `Unknown event ${JSON.stringify(event)}.${near} Valid events: ${triggerEvents.join(", ")}.`,
    );
  }
  if (event === verification) return triggerVerification(io, options);
  const payments = new PaymentSessions({ ...account, fetch: io.fetch });
  const paymentId = options.paymentId ?? (await openPayment(io, payments, options));
  const target = transactionStatuses.find((name) => name === (event === changed ? "completed" : event));
  const path = target && paths[target];
  const events: readonly SandboxEvent[] = path ?? sandboxEvents.filter((name) => name === event);
  let status: string | undefined = event === "pending" && options.paymentId === undefined ? "pending" : undefined;
  for (const name of events) {
    const result = await payments.sandbox.send(paymentId, name);
    status = result.status;
    if (path === undefined && !result.accepted)
      throw new CommandFailedError(`${paymentId} is ${status}: ${name} changes nothing.`);
    if (isReached(event, status)) break;
  }
  if (path !== undefined && event !== changed && !isReached(event, status)) {
    throw new CommandFailedError(
      `${paymentId}${status === undefined ? "" : ` is ${status} and`} cannot become ${event}.`,
    );
  }
  io.out(`${paymentId} is ${status}`);
}

/** A store reports success as `completed` or `paid`, by its setting. */
function isReached(target: string, status: string | undefined): boolean {
  const isSuccess = status === "completed" || status === "paid";
  return status === target || (isSuccess && ["completed", "paid"].includes(target));
}

/** A direct session: from it every status can be reached. */
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

/** Reads the key's store from the first event of the stream. */
async function findMerchant(io: CommandIo, account: Account): Promise<string> {
  try {
    const stream = await connect(io, account, undefined);
    for await (const { event, data } of readEventStream(stream)) {
      if (event === "ready") return parseReady(data).merchantId;
    }
  } catch (error) {
    if (error instanceof CommandFailedError) throw error;
    throw new CommandFailedError(`The request to ${account.baseUrl} failed: ${reasonOf(error)}`);
  }
  throw new CommandFailedError("The service did not return the store of this key: pass --merchant-id.");
}

/** The panel's test of an endpoint, as the service sends it; the endpoint has to send the challenge back. */
async function triggerVerification(io: CommandIo, options: TriggerOptions): Promise<void> {
  const { account, forwardTo } = options;
  if (forwardTo === undefined)
    throw new CommandUsageError(`${verification} goes to an endpoint: pass --forward-to <url>.`);
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
  io.out(`${verification} ${describeResponse(response)}`);
  if (response.status !== 200 || !response.text.includes(challenge)) {
    throw new CommandFailedError(
      `The endpoint did not send the challenge back: it has to respond with 200 and {"challenge":"${challenge}","signatureValid":true}.`,
    );
  }
}
