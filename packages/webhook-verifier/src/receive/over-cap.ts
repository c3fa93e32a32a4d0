// The error for a body that is longer than the limit.
import { WebhookVerificationError } from "../verification-error.js";

/** @param maxBytes the exceeded limit */
export function overCap(maxBytes: number): WebhookVerificationError {
  return new WebhookVerificationError("body_too_large", `over ${maxBytes} bytes`);
}

/** @throws WebhookVerificationError `body_too_large` */
export function withinCap(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length > maxBytes) throw overCap(maxBytes);
  return bytes;
}
