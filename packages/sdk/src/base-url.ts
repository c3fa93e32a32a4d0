// Checks the base URL: https, or http to loopback.
import { describeValue } from "./describe-value.js";
import { refusal } from "./errors.js";

/** The URL without a trailing slash, with its path prefix. @throws {UsageError} `INVALID_BASE_URL` */
export function checkBaseUrl(baseUrl: unknown): string {
  const refuse = (why: string) => refusal("INVALID_BASE_URL", `baseUrl ${why}.`);
  // Not `instanceof`: a URL of jsdom or of another realm is no instance of the global class.
  const given: unknown = typeof baseUrl === "string" ? baseUrl : Object(baseUrl).href;
  if (typeof given !== "string")
    throw refuse("is missing: pass the URL of the service or set PAYMENT_SESSIONS_BASE_URL");
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    throw refuse(`must be an absolute URL such as "https://pay.example.com", not ${describeValue(given)}`);
  }
  if (url.username + url.password + url.search + url.hash !== "")
    throw refuse("must not contain a user name, password, query or fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw refuse(
      `must use https:, not ${url.protocol}, because the API key is sent with each request; http: is for loopback only`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** As `isLoopback` of the service (server-kit/src/domain/loopback.ts), which the bundle of the client must not contain. */
function isLoopback(hostname: string): boolean {
  return /^(([^.]+\.)*localhost|\[::1\]|127(\.\d{1,3}){3})$/.test(hostname);
}
