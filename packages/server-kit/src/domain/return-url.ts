// Validates the URL that a buyer is sent to after checkout: absolute http(s) without a user name or password (spec/rules.md#initialize).
import { limits } from "./generated/limits.js";

/** The reason that the URL may not be used, or undefined when it may. Empty `allowedHosts`: any host. */
export function findReturnUrlProblem(text: string, allowedHosts: readonly string[]): string | undefined {
  if (text.length > limits.returnUrlMaxLength) return `must have at most ${limits.returnUrlMaxLength} characters`;
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(text)) return "must not contain spaces, control characters or backslashes";
  if (!/^https?:\/\//i.test(text)) return "must be an absolute http or https URL";
  if (!URL.canParse(text)) return "must be an absolute http or https URL";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  const isAllowed = allowedHosts.length === 0 || allowedHosts.some((allowed) => isOnHost(url, allowed));
  if (!isAllowed) return `must be on one of the store's hosts: ${allowedHosts.join(", ")}`;
  return undefined;
}

/** `allowed` may have a port; without one every port is allowed. */
function isOnHost(url: URL, allowed: string): boolean {
  // Parsed like the URL, so that Unicode, a default port and the spellings of an IPv6 address are compared in one form.
  const address = `${url.protocol}//${allowed}`;
  if (!URL.canParse(address)) return false;
  const { host, hostname } = new URL(address);
  return /:\d+$/.test(allowed) ? url.host === host : url.hostname === hostname;
}
