// Where may a key be sent? Over https, or over http to this very machine.
import { UsageError } from "./errors.js";

/** The address without a trailing slash, its path prefix kept. @throws {UsageError} `INVALID_BASE_URL` */
export function checkBaseUrl(baseUrl: unknown): string {
  const refuse = (why: string) => new UsageError(`baseUrl ${why}`, { code: "INVALID_BASE_URL" });
  if (typeof baseUrl !== "string" && !(baseUrl instanceof URL))
    throw refuse("is missing: pass the service's base address.");
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw refuse("is not an absolute address such as https://pay.example.com/payments-service.");
  }
  if (url.username !== "" || url.password !== "") throw refuse("must not carry a user name or password.");
  if (url.search !== "" || url.hash !== "") throw refuse("must not have a query or a fragment.");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname))) {
    throw refuse("must use https:; http: is accepted for loopback addresses only, because the API key travels along.");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}
