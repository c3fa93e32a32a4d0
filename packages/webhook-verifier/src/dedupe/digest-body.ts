// The same bytes under a new delivery id: a key for them, since only the body is signed.

/** The deduplication key of a body: `body:` and its hex SHA-256. */
export async function bodyKey(body: string | Uint8Array): Promise<string> {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes));
  return `body:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
