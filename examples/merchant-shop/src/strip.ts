// The strip beside each page: the requests and webhooks of a purchase.
import type { Step } from "./activity.js";
import { escapeHtml } from "./html.js";

const plan: readonly (readonly [title: string, detail: string])[] = [
  ["You press Buy", "POST /payments/initialize"],
  ["The shop redirects you", "303 See Other\nLocation: the checkout page"],
  ["The service notifies the shop", "POST /webhooks/payment-sessions\nX-Service-Signature: sha256=…"],
  ["The order is paid", "only after the signature is verified"],
];

export function planStrip(serviceUrl: string | undefined): string {
  const steps = plan.map(([title, detail]) => stepItem("request", title, detail));
  return strip(
    `<p>Buy something: each order page shows its own requests and webhooks here.</p>${list(steps)}${links(serviceUrl)}`,
  );
}

export function orderStrip(steps: readonly Step[], serviceUrl: string | undefined): string {
  const items = steps.map(({ kind, title, detail, at }) => stepItem(kind, title, detail, at));
  const text = items.length === 0 ? "<p>Nothing since the shop started.</p>" : list(items);
  return strip(`<p>Requests and webhooks of this order.</p>${text}${links(serviceUrl)}`);
}

function strip(content: string): string {
  return `<aside class="strip" aria-labelledby="behind-the-page"><h2 id="behind-the-page">What happens behind the page</h2>${content}</aside>`;
}

function list(items: readonly string[]): string {
  return `<ol class="steps">${items.join("")}</ol>`;
}

function stepItem(kind: Step["kind"], title: string, detail: string, at?: number): string {
  const time = at === undefined ? "" : `<time>${new Date(at).toISOString().slice(11, 23)}</time>`;
  return `<li class="${kind}"><strong>${escapeHtml(title)}</strong>${time}${detail === "" ? "" : `<pre>${escapeHtml(detail)}</pre>`}</li>`;
}

function links(serviceUrl: string | undefined): string {
  if (serviceUrl === undefined) return "";
  const url = escapeHtml(serviceUrl);
  return `<p><a href="${url}/panel">Merchant panel</a> · <a href="${url}/docs">API reference</a></p>`;
}
