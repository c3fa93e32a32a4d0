// The shop's three pages as HTML: products, one order, and a payment that could not be started.
import { catalogue } from "./catalogue.js";
import type { Order } from "./orders.js";
import { isFinal, isPaid } from "./record-payment-news.js";

const refreshSeconds = 2;

export function productPage(): string {
  const products = catalogue.map(
    ({ id, name, description, amountCents, currency }) => `<article>
<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>
<form method="post" action="/buy/${id}"><button>Buy for ${escapeHtml(money(amountCents, currency))}</button></form>
</article>`,
  );
  return page("Tea & Pots", `<h1>Tea &amp; Pots</h1>${products.join("")}`);
}

/** `progress` is what polling says, for display only; whether the order is paid is up to its webhooks. */
export function orderPage(order: Order, progress: string | undefined): string {
  const amount = escapeHtml(money(order.amountCents, order.currency));
  const head = `<p>${escapeHtml(order.product)}, ${amount}</p><p class="id">Order ${escapeHtml(order.orderId)}</p>`;
  if (isPaid(order.status)) {
    return page("Order paid", `<h1>Thank you, your order is paid</h1>${head}<p><a href="/">Back to the shop</a></p>`);
  }
  const again = `<form method="post" action="/orders/${encodeURIComponent(order.orderId)}/pay"><button>Pay now</button></form>`;
  if (isFinal(order.status)) {
    const text = `<p role="status">The payment was not completed: ${escapeHtml(order.status)}.</p>`;
    return page("Order not paid", `<h1>Your order is not paid</h1>${head}${text}${again}`);
  }
  const text = `<p role="status">We are waiting for the payment${progress === undefined ? "" : ` (${escapeHtml(progress)})`}. This page looks again by itself.</p>`;
  return page("Order", `<h1>Your order</h1>${head}${text}${again}`, refreshSeconds);
}

export function messagePage(title: string, text: string): string {
  return page(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p><a href="/">Back to the shop</a></p>`);
}

function page(title: string, content: string, refreshAfterSeconds?: number): string {
  const refresh =
    refreshAfterSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${refreshAfterSeconds}">`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${refresh}
<title>${escapeHtml(title)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; color: #1f2933; }
article { border: 1px solid #cbd2d9; border-radius: 0.5rem; padding: 0 1rem 1rem; margin-block: 1rem; }
button { font: inherit; padding: 0.6rem 1.2rem; border: 0; border-radius: 0.4rem; background: #14532d; color: #fff; cursor: pointer; }
.id { color: #52606d; font-size: 0.9rem; overflow-wrap: anywhere; }
</style></head>
<body><main>${content}</main></body></html>`;
}

function money(amountCents: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amountCents / 100);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
