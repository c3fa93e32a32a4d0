// How an open page learns that its payment has moved: a stream of server-sent events, and one short answer for pages that ask.
import { PassThrough } from "node:stream";
import { flowStatusOf, isAbsorbing } from "../../domain/payment-state.js";
import type { CheckoutView } from "../../flows/open-checkout.js";
import { answerJson, type Call } from "../call.js";
import type { CheckoutDependencies } from "./checkout-dependencies.js";
import { progressKey } from "./checkout-page.js";

/** Proxies cut silent connections after about a minute, some after 20 seconds. */
const heartbeatMs = 15_000;
/** How often a stream looks for what other processes have written. */
const lookMs = 3000;
/** A page that is open for longer connects again by itself. */
const longestStreamMs = 30 * 60_000;

export function answerProgress(call: Call, view: CheckoutView): void {
  answerJson(call, 200, progressOf(view));
}

export function streamProgress(
  { storage, progress, logger }: CheckoutDependencies,
  call: Call,
  view: CheckoutView,
): void {
  const { ctx } = call;
  const { paymentId } = view.payment;
  ctx.status = 200;
  ctx.type = "text/event-stream";
  ctx.set("Cache-Control", "no-store, no-transform");
  // nginx would hold events back until its buffer is full.
  ctx.set("X-Accel-Buffering", "no");
  if (ctx.method === "HEAD") return;

  const stream = new PassThrough();
  let sentKey = "";
  const send = (latest: CheckoutView) => {
    const now = progressOf(latest);
    if (now.key === sentKey) return;
    sentKey = now.key;
    stream.write(`event: progress\ndata: ${JSON.stringify(now)}\n\n`);
    if (now.isOver) stream.end();
  };
  const look = async () => {
    try {
      const payment = await storage.read((records) => records.payments.find(paymentId));
      if (payment !== undefined && !stream.writableEnded) send({ ...view, payment });
    } catch (error) {
      logger.warn({ paymentId, err: error }, "progress not read");
    }
  };
  const stopListening = progress.listen(paymentId, { changed: () => void look(), closed: () => stream.end() });
  if (stopListening === undefined) {
    // No room: the page asks from time to time instead.
    ctx.status = 503;
    ctx.set("Retry-After", "5");
    ctx.body = "";
    return;
  }
  const timers = [
    setInterval(() => stream.write(": heartbeat\n\n"), heartbeatMs),
    setInterval(() => void look(), lookMs),
    setTimeout(() => stream.end(), longestStreamMs),
  ];
  stream.once("close", () => {
    stopListening();
    for (const timer of timers) clearTimeout(timer);
  });
  stream.write("retry: 3000\n\n");
  send(view);
  ctx.body = stream;
}

/** An ended payment is reported once more; after that there is nothing left to wait for. */
function progressOf({ payment }: Pick<CheckoutView, "payment">): { key: string; status: string; isOver: boolean } {
  return { key: progressKey(payment), status: flowStatusOf(payment.state), isOver: isAbsorbing(payment.state) };
}
