// GET /sandbox/webhooks: a stream of the webhooks of test payments (operation listenToWebhooks in spec/openapi.yaml). Polls the storage once a
// second, so that every instance of a service reports the events of the others.
import { Readable } from "node:stream";
import { Refusal } from "../../domain/refusal.js";
import type { Store } from "../../domain/store.js";
import {
  headersOfListened,
  type ListenDependencies,
  openListening,
  readListened,
} from "../../flows/listen-to-webhooks.js";
import type { ListenedEvent } from "../../storage/port/listener-records.js";
import { requireScope, requireServedEnvironment } from "../authenticate.js";
import { callerOf, type Endpoint, endpoint, type Step } from "../call.js";
import { checkParameters } from "../check-schema.js";
import { contract } from "../generated/contract.js";
import type { MerchantApiDependencies } from "../merchant-api/merchant-api.js";
import { requireTestKey } from "./sandbox-events.js";

const operation = contract.listenToWebhooks;

export interface Listening {
  /** Waits between two polls of the storage. */
  pause(ms: number): Promise<void>;
}

type Dependencies = MerchantApiDependencies & ListenDependencies & { listening: Listening; isAccepting(): boolean };

const pollEveryMs = 1000;
const heartbeatMs = 15_000;
/** How often the request to keep events for a day is renewed. */
const renewEveryMs = 60 * 60 * 1000;
const maxStreamsPerStore = 5;
const longestSeconds = 600;
const retryAfterSeconds = 10;

export function listenEndpoint(dependencies: Dependencies): Endpoint {
  return endpoint(operation, [
    dependencies.authenticate,
    dependencies.limit(operation),
    requireScope("webhooks:read"),
    requireTestKey,
    requireServedEnvironment(dependencies.environments),
    checkParameters(operation),
    streamEvents(dependencies),
  ]);
}

function streamEvents(dependencies: Dependencies): Step {
  const slots = createStreamSlots(maxStreamsPerStore);
  return async (call) => {
    const { ctx } = call;
    const { store } = callerOf(call);
    // Taken before the first await: concurrent calls must not exceed the limit.
    const release = slots.acquire(store.merchantId);
    let stream: Readable | undefined;
    try {
      const given = readCursor(ctx.get("last-event-id")) ?? readCursor(call.query.after ?? "");
      const last = await openListening(dependencies, store);
      ctx.status = 200;
      // nginx would otherwise buffer events until its buffer is full.
      ctx.set("X-Accel-Buffering", "no");
      ctx.type = "text/event-stream";
      if (ctx.method === "HEAD") return;
      // A cursor beyond the last event is from another database: it continues from the last.
      const after = Math.min(given ?? last, last);
      const seconds = Number(call.query.seconds ?? longestSeconds);
      stream = Readable.from(framesFrom(dependencies, store, { after, seconds }), { objectMode: false });
      stream.once("close", release);
      ctx.body = stream;
    } finally {
      if (stream === undefined) release();
    }
  };
}

/** Counts the open streams of each store on this instance. */
function createStreamSlots(perStore: number) {
  const taken = new Map<string, number>();
  return {
    /** @throws Refusal RATE_LIMITED when the limit is reached; the returned function releases the slot. */
    acquire(merchantId: string): () => void {
      const open = taken.get(merchantId) ?? 0;
      if (open >= perStore) {
        const details = { limit: perStore, windowSeconds: longestSeconds, retryAfterSeconds };
        throw new Refusal("RATE_LIMITED", { retryAfterSeconds, details });
      }
      taken.set(merchantId, open + 1);
      return () => {
        const left = (taken.get(merchantId) ?? 1) - 1;
        if (left === 0) taken.delete(merchantId);
        else taken.set(merchantId, left);
      };
    },
  };
}

async function* framesFrom(
  dependencies: Dependencies,
  store: Store,
  { after, seconds }: { after: number; seconds: number },
): AsyncGenerator<string> {
  const { clock, listening, isAccepting } = dependencies;
  let cursor = after;
  yield frame("ready", { cursor: String(cursor), merchantId: store.merchantId });
  const maxPolls = Math.ceil((seconds * 1000) / pollEveryMs);
  let renewAt = clock.now() + renewEveryMs;
  for (let poll = 1; isAccepting(); poll += 1) {
    for (const event of await readListened(dependencies, store, cursor)) {
      cursor = event.number;
      yield frame("webhook", describe(event), cursor);
    }
    if (poll > maxPolls) return;
    if (poll % (heartbeatMs / pollEveryMs) === 0) yield ": heartbeat\n\n";
    if (clock.now() >= renewAt) {
      renewAt = clock.now() + renewEveryMs;
      await openListening(dependencies, store);
    }
    await listening.pause(pollEveryMs);
  }
}

const describe = (event: ListenedEvent) => ({
  deliveryId: event.deliveryId,
  event: event.event,
  headers: headersOfListened(event),
  body: new TextDecoder().decode(event.body),
});

function frame(event: string, data: object, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function readCursor(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
