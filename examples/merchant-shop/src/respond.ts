// Writes a page, a stylesheet or a script with the security headers of the store.
import type { ServerResponse } from "node:http";

export function respond(response: ServerResponse, status: number, text: string, type = "text/html"): void {
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  response.end(text);
}
