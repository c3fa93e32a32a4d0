// Verifies a captured delivery and reports the result, with the likely change when the signature does not match.
import { isWebhookVerificationError } from "../verification-error.js";
import { verifyWebhook } from "../verify-webhook.js";
import { findLikelyChanges } from "./likely-changes.js";

export interface Capture {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Returns the exit status. */
export async function report(
  { body, headers }: Capture,
  secret: string,
  { isJson, out }: { isJson: boolean; out: (line: string) => void },
): Promise<0 | 1 | 2> {
  try {
    const event = await verifyWebhook({ body, headers, secret });
    if (isJson) out(JSON.stringify({ authentic: true, event }));
    else {
      out("authentic");
      out(`event: ${event.event ?? "(none)"}   delivery: ${event.deliveryId ?? "(none)"}   bytes: ${body.length}`);
    }
    return 0;
  } catch (error) {
    if (!isWebhookVerificationError(error)) throw error;
    const likelyChanges = error.code === "signature_mismatch" ? await findLikelyChanges(body, headers, secret) : [];
    if (isJson) out(JSON.stringify({ authentic: false, code: error.code, message: error.message, likelyChanges }));
    else {
      out(`refused: ${error.code}`);
      out(error.message);
      for (const change of likelyChanges) out(`It would verify ${change}.`);
    }
    return error.code === "secret_invalid" ? 2 : 1;
  }
}
