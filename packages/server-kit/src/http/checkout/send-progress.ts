// Reports payment changes to an open page: a stream of server-sent events, and a short JSON response for pages that poll.
import type { Payment } from "../../domain/payment.js";
import { type FlowStatus, flowStatusOf, isAbsorbing } from "../../domain/payment-state.js";
import { type Call, sendJson } from "../call.js";
import type { CheckoutDependencies } from "./checkout-dependencies.js";
import { progressKey } from "./checkout-page.js";

/** Proxies close idle connections after about a minute, some after 20 seconds. */
const heartbeatMs = 15_000;
/** A page that stays open longer reconnects by itself. */
const longestStreamMs = 30 * 60_000;

export function sendProgress(call: Call, payment: Payment, successor: Payment | undefined): void {
  sendJson(call, 200, progressOf(payment, successor));
}

export function streamProgress(
  { progress }: CheckoutDependencies,
  call: Call,
  payment: Payment,
  successor: Payment | undefined,
): void {
  const { ctx } = call;
  ctx.status = 200;
  ctx.type = "text/event-stream";
  ctx.set("Cache-Control", "no-store, no-transform");
  // nginx would otherwise buffer events until its buffer is full.
  ctx.set("X-Accel-Buffering", "no");
  if (ctx.method === "HEAD") return;

  const { res } = ctx;
  const end = () => res.end();
  const stopListening = progress.listen(payment.paymentId, {
    onChange: (changed) => send(progressOf(changed, undefined)),
    onClose: end,
  });
  if (stopListening === undefined) {
    // The limit of open streams is reached: the page polls instead.
    ctx.status = 503;
    ctx.set("Retry-After", "5");
    ctx.body = "";
    return;
  }
  // Bypasses Koa, which would report a closed page as a failed response to the host's error log.
  ctx.respond = false;
  const timers = [setInterval(() => res.write(": heartbeat\n\n"), heartbeatMs), setTimeout(end, longestStreamMs)];
  res.once("close", () => {
    stopListening();
    for (const timer of timers) clearTimeout(timer);
  });
  let sentKey = "";
  res.write("retry: 3000\n\n");
  send(progressOf(payment, successor));

  function send(update: Progress): void {
    if (update.key === sentKey || res.writableEnded) return;
    sentKey = update.key;
    res.write(`event: progress\ndata: ${JSON.stringify(update)}\n\n`);
    if (update.isOver) res.end();
  }
}

interface Progress {
  key: string;
  status: FlowStatus;
  isOver: boolean;
}

/**
 * The end of a payment is the last event; the stream then closes. With a successor the key is one that no page has: the page reloads itself,
 * and is redirected to the successor.
 */
function progressOf(payment: Payment, successor: Payment | undefined): Progress {
  const status = flowStatusOf(payment.state);
  if (successor !== undefined) return { key: `successor-${successor.paymentId}`, status, isOver: true };
  return { key: progressKey(payment), status, isOver: isAbsorbing(payment.state) };
}
