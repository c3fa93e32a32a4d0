// The store's three pages as HTML: products, one order, and a payment that could not be started.
import { catalogue } from "./catalogue.js";
import { escapeHtml, money } from "./html.js";
import type { Order } from "./orders.js";
import { heroPicture, logo, marks, picture } from "./pictures.js";
import { isFinal, isPaid } from "./record-payment-event.js";

const refreshSeconds = 2;

/** `strip` is the HTML shown beside the page. */
export function productPage(strip: string): string {
  const products = catalogue.map(
    ({ id, name, description, amountCents, currency }) => `<article>${picture(id)}<div class="about">
<h2>${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>
<form method="post" action="/buy/${id}"><button>Buy for ${escapeHtml(money(amountCents, currency))}</button></form>
</div></article>`,
  );
  const hero = `<div class="hero"><div><h1>Tea &amp; Pots</h1><p>Leaves from small gardens, and what you need to pour them. Paid from your bank account.</p></div>${heroPicture}</div>`;
  return page("Tea & Pots", { content: `${hero}<div class="products">${products.join("")}</div>`, strip });
}

/** `progress` is the polled status, for display only; webhooks decide whether the order is paid. */
export function orderPage(order: Order, progress: string | undefined, strip: string): string {
  const { look, title, heading, text } = describe(order, progress);
  const id = encodeURIComponent(order.orderId);
  const product = catalogue.find(({ name }) => name === order.product)?.id ?? "";
  const action =
    look === "paid"
      ? `<p><a href="/">Back to the shop</a></p>`
      : `<form method="post" action="/orders/${id}/pay"><button>Pay now</button></form><p class="way-back"><a href="/">Back to the shop</a></p>`;
  const content = `<div class="order ${look}"><div class="mark">${marks[look]}<h1>${heading}</h1></div>
<div class="bought">${picture(product)}<p>${escapeHtml(order.product)}<br><span class="id">Order ${escapeHtml(order.orderId)}</span></p><p class="money">${escapeHtml(money(order.amountCents, order.currency))}</p></div>
${text === "" ? "" : `<p role="status">${text}</p>`}${action}</div>`;
  return page(title, { content, strip, changesAt: `/orders/${id}/changes`, isWaiting: look === "waiting" });
}

function describe({ status }: Order, progress: string | undefined) {
  if (isPaid(status)) {
    return { look: "paid", title: "Order paid", heading: "Thank you, your order is paid", text: "" } as const;
  }
  if (isFinal(status)) {
    const text = `The payment was not completed: ${escapeHtml(status)}.`;
    return { look: "failed", title: "Order not paid", heading: "Your order is not paid", text } as const;
  }
  const text = `We are waiting for the payment${progress === undefined ? "" : ` (${escapeHtml(progress)})`}. This page updates automatically.`;
  return { look: "waiting", title: "Order", heading: "Your order", text } as const;
}

export function messagePage(title: string, text: string): string {
  const content = `<div class="order"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p><p><a href="/">Back to the shop</a></p></div>`;
  return page(title, { content, strip: "" });
}

interface Parts {
  content: string;
  strip: string;
  /** URL of the change stream for the script. */
  changesAt?: string;
  /** Without a script the page reloads itself. */
  isWaiting?: boolean;
}

function page(title: string, { content, strip, changesAt, isWaiting = false }: Parts): string {
  const refresh = isWaiting ? `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>` : "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${refresh}
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(logo.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '))}">
<link rel="stylesheet" href="/shop.css"><script src="/shop.js" defer></script></head>
<body><header class="top"><a class="brand" href="/">${logo}Tea &amp; Pots</a><p><span class="test">TEST</span> A demo shop: no money moves, nothing is sent.</p></header>
<p class="sr" role="status" id="announcement"></p>
<div class="page"${changesAt === undefined ? "" : ` data-changes="${changesAt}"`}><main>${content}</main>${strip}</div></body></html>`;
}
