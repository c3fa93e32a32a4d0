// Every URL that the service publishes, built from the base URL only: no Host or forwarded header influences a link.
import { isLoopback } from "../domain/loopback.js";
import type { Payment } from "../domain/payment.js";

export interface Links {
  /** Without a trailing slash. */
  baseUrl: string;
  /** Path of the base URL: empty, or `/pay` without a trailing slash. Pages prepend it to their own paths. */
  basePath: string;
  /** `below`: the path of a page below the payment's first one. */
  checkout(payment: Pick<Payment, "paymentId" | "checkoutToken">, below?: "" | "/code" | "/return"): string;
  /** The URL that a provider redirects the buyer to. */
  buyerReturn(payment: Pick<Payment, "paymentId" | "checkoutToken">): string;
  providerCallback(providerCode: string): string;
  /** The page that simulates the bank, for test payments. */
  sandboxBank(sessionId: string): string;
  /** The page that simulates the card processor, for test payments. */
  sandboxCard(sessionId: string): string;
  /** An uploaded logo. */
  storeLogo(merchantId: string, fileName: string): string;
  deprecations: string;
  docs: string;
}

/** @throws Error when the base URL is not absolute, or is plain http on a host other than loopback. */
export function createLinks(baseUrl: string): Links {
  const url = parseBaseUrl(baseUrl);
  const basePath = url.pathname.replace(/\/+$/, "");
  const base = `${url.origin}${basePath}`;
  const checkout: Links["checkout"] = ({ paymentId, checkoutToken }, below = "") =>
    `${base}/checkout/${paymentId}${below}?token=${checkoutToken}`;
  return {
    baseUrl: base,
    basePath,
    checkout,
    buyerReturn: (payment) => checkout(payment, "/return"),
    providerCallback: (providerCode) => `${base}/providers/${encodeURIComponent(providerCode)}/callback`,
    sandboxBank: (sessionId) => `${base}/sandbox/bank/${encodeURIComponent(sessionId)}`,
    sandboxCard: (sessionId) => `${base}/sandbox/card/${encodeURIComponent(sessionId)}`,
    storeLogo: (merchantId, fileName) => `${base}/logos/${encodeURIComponent(merchantId)}/${fileName}`,
    deprecations: `${base}/docs#deprecations`,
    docs: `${base}/docs`,
  };
}

function parseBaseUrl(baseUrl: string): URL {
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
    // A user name, a password or a token is not repeated.
    const got = /[@?#]/.test(baseUrl) ? "" : `; got ${JSON.stringify(baseUrl)}`;
    throw new Error(`baseUrl must be an absolute http or https URL such as https://pay.example.com${got}.`);
  }
  const url = new URL(baseUrl);
  if (url.username + url.password + url.search + url.hash !== "") {
    throw new Error("baseUrl must not contain a user name, password, query or fragment.");
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new Error(`baseUrl ${url.origin} is plain http: only loopback addresses may be; use https.`);
  }
  return url;
}
