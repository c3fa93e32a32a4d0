// The `listen` command: forwards the webhooks of test payments to a server on this machine, and reconnects when the connection breaks.
import { type Account, listenerSecret } from "./account.js";
import { CommandFailedError, type CommandIo } from "./command-io.js";
import { readEventStream } from "./event-stream.js";
import { describeResponse, forward, type Webhook } from "./forward.js";
import { parseFields, parseReady, parseWebhook, type Ready } from "./stream-data.js";

export interface ListenOptions {
  account: Account;
  forwardTo: string;
  /** Names of events, or statuses; everything when empty. */
  only: readonly string[];
  isBodyPrinted: boolean;
}

const firstWaitMs = 500;
const longestWaitMs = 10_000;
/** A starting service is waited for; a wrong address must not be retried for ever. */
const firstConnectionMs = 30_000;

/** Runs until it is stopped. @throws CommandFailedError when the service rejects it, or cannot be reached at the start */
export async function listen(io: CommandIo, options: ListenOptions): Promise<void> {
  const listener = { cursor: undefined as string | undefined, secret: listenerSecret(options.account.apiKey) };
  const startedAt = io.now();
  let waitMs = firstWaitMs;
  while (!io.stopped.aborted) {
    try {
      const response = await connect(io, options.account, listener.cursor);
      for await (const event of readEventStream(response)) {
        waitMs = firstWaitMs;
        if (event.event === "ready") reportReady(io, options, listener, parseReady(event.data));
        if (event.event === "webhook") {
          await forwardWebhook(io, options, listener.secret, parseWebhook(event.data));
          // After the forward: if the connection breaks before, the service sends it again.
          listener.cursor = event.id ?? listener.cursor;
        }
        if (io.stopped.aborted) return;
      }
      // The service ends each stream after ten minutes.
      waitMs = firstWaitMs;
    } catch (error) {
      if (io.stopped.aborted) return;
      if (error instanceof CommandFailedError) throw error;
      if (listener.cursor !== undefined) io.error(`Connection lost (${reasonOf(error)}); trying again.`);
      else reportNoConnection(io, options.account, { reason: reasonOf(error), triedMs: io.now() - startedAt + waitMs });
    }
    await io.pause(waitMs, io.stopped);
    waitMs = Math.min(longestWaitMs, waitMs * 2);
  }
}

/** @throws CommandFailedError after `firstConnectionMs` */
function reportNoConnection(
  io: CommandIo,
  { baseUrl }: Account,
  { reason, triedMs }: { reason: string; triedMs: number },
): void {
  if (triedMs >= firstConnectionMs) {
    throw new CommandFailedError(
      `No connection to ${baseUrl} within ${firstConnectionMs / 1000} seconds: ${reason}. Is the service running, and is this its address (--base-url)?`,
    );
  }
  io.error(`No connection to ${baseUrl} yet (${reason}); trying again.`);
}

/** @throws CommandFailedError for errors that a retry would not fix; Error for others */
export async function connect(
  io: Pick<CommandIo, "fetch" | "stopped">,
  { apiKey, baseUrl }: Account,
  cursor: string | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const response = await io.fetch(`${baseUrl}/sandbox/webhooks`, {
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: "text/event-stream",
      ...(cursor !== undefined && { "last-event-id": cursor }),
    },
    redirect: "manual",
    signal: io.stopped,
  });
  const isStream = /^text\/event-stream/.test(response.headers.get("content-type") ?? "");
  if (response.ok && isStream && response.body !== null) return response.body;
  const text = await response.text();
  const reason = messageIn(text) ?? `the service responded with ${response.status}`;
  if (response.status === 404) {
    throw new CommandFailedError(`${baseUrl} does not support "listen": check the URL and the version of the service.`);
  }
  if ([429, 408].includes(response.status) || response.status >= 500) throw new Error(reason);
  throw new CommandFailedError(reason);
}

function reportReady(
  io: CommandIo,
  { forwardTo }: ListenOptions,
  listener: { cursor: string | undefined; secret: string },
  { cursor, merchantId }: Ready,
): void {
  if (listener.cursor !== undefined) {
    io.error("Connected again.");
    return;
  }
  listener.cursor = cursor;
  io.out(`Ready: webhooks of test payments of ${merchantId} go to ${forwardTo}`);
  io.out(`Signed with the secret ${listener.secret} (the same each time with this key)`);
}

async function forwardWebhook(
  io: CommandIo,
  { forwardTo, only, isBodyPrinted }: ListenOptions,
  secret: string,
  webhook: Webhook,
): Promise<void> {
  const { status, transaction_id: paymentId } = parseFields(webhook.body);
  if (only.length > 0 && !only.includes(webhook.event) && !only.includes(String(status))) return;
  const response = await forward(io, webhook, { url: forwardTo, secret });
  const time = new Date(io.now()).toISOString().slice(11, 19);
  const what = [webhook.event, status, paymentId].filter((part) => part !== undefined).join(" ");
  io.out(`${time} ${what} ${describeResponse(response)}`);
  if (isBodyPrinted) io.out(webhook.body);
}

function messageIn(text: string): string | undefined {
  const { message, code } = parseFields(text);
  return typeof message === "string" ? `${message}${code ? ` (${code})` : ""}` : undefined;
}

export function reasonOf(error: unknown): string {
  return String(Object(Object(error).cause).message || Object(error).message || error);
}
