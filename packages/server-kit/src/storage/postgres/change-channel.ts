// Change notifications between instances, on one channel of PostgreSQL; batched, so that many commits cost one notification. They are sent
// outside of units of work, because the commit of a transaction that notifies holds a lock of the whole server. They may be lost: receivers
// also poll.
import type { InstanceChange } from "../port/instances.js";
import { type LazyPool, type PostgresClient, queryAutocommit, responseTimeoutMs } from "./driver.js";
import { quoteName } from "./quote-name.js";

export interface ChangeChannel {
  notify(change: InstanceChange): Promise<void>;
  onChange(listener: (change: InstanceChange | undefined) => void): void;
  /** Starts to listen on this connection. Listeners are called with undefined, because earlier notifications may have been missed. */
  listenOn(client: PostgresClient): Promise<void>;
}

/** A notification may have 8000 bytes; a payment id takes 32 of them. */
const idsPerNotification = 150;

export function createChangeChannel({
  pool,
  schema,
  id,
}: {
  pool: LazyPool;
  schema: string;
  id: string;
}): ChangeChannel {
  // The name in all versions: those before and after an upgrade run side by side.
  const channel = `${schema}_news`.slice(0, 63);
  const listeners: ((change: InstanceChange | undefined) => void)[] = [];
  let payments = new Set<string>();
  let hasAccounts = false;
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (payments.size > 0 || hasAccounts) {
      const ids = [...payments];
      const accounts = hasAccounts;
      payments = new Set();
      hasAccounts = false;
      await queryAutocommit(
        pool,
        "SELECT pg_notify($1, part) FROM unnest($2::text[]) AS part, set_config('synchronous_commit', 'off', true)",
        [channel, notificationsOf({ from: id, payments: ids, accounts })],
      ).catch(() => undefined);
    }
  }

  function receive(payload: string | undefined): void {
    const change = readChange(payload);
    if (change === undefined || change.from === id) return;
    for (const listener of listeners) listener(change);
  }

  return {
    notify(change) {
      for (const paymentId of change.payments ?? []) payments.add(paymentId);
      hasAccounts ||= change.accounts === true;
      // Changes that arrive during a send are sent after it.
      sending ??= new Promise<void>((resolve) => setImmediate(resolve)).then(sendAll).finally(() => {
        sending = undefined;
      });
      return sending;
    },
    onChange(listener) {
      listeners.push(listener);
    },
    async listenOn(client) {
      client.on("notification", (message) => {
        if (message.channel === channel) receive(message.payload);
      });
      await client.query({ text: `LISTEN ${quoteName(channel)}`, query_timeout: responseTimeoutMs });
      for (const listener of listeners) listener(undefined);
    },
  };
}

/** As many payloads as the ids need; the first one also reports the accounts. */
function notificationsOf({
  from,
  payments,
  accounts,
}: {
  from: string;
  payments: string[];
  accounts: boolean;
}): string[] {
  const parts = [];
  for (let start = 0; start < Math.max(1, payments.length); start += idsPerNotification) {
    const some = payments.slice(start, start + idsPerNotification);
    parts.push(JSON.stringify({ from, payments: some, accounts: accounts && start === 0 }));
  }
  return parts;
}

/** Any role that can connect can also notify: a payload of another form is ignored. */
function readChange(payload: string | undefined): (InstanceChange & { from: string }) | undefined {
  try {
    const value: unknown = JSON.parse(payload ?? "");
    if (typeof value !== "object" || value === null || !("from" in value) || typeof value.from !== "string")
      return undefined;
    const ids: unknown[] = "payments" in value && Array.isArray(value.payments) ? value.payments : [];
    return {
      from: value.from,
      payments: ids.filter((one) => typeof one === "string"),
      accounts: "accounts" in value && value.accounts === true,
    };
  } catch {
    return undefined;
  }
}
