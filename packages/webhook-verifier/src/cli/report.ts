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
    const isMismatch = error.code === "signature_mismatch";
    const likelyChanges = isMismatch ? await findLikelyChanges(body, headers, secret) : [];
    if (isJson) out(JSON.stringify({ authentic: false, code: error.code, message: error.message, likelyChanges }));
    else {
      // The message begins with the code.
      out(`rejected: ${error.message}`);
      for (const change of likelyChanges) out(`It would verify ${change}.`);
      if (isMismatch && likelyChanges.length === 0)
        out(
          "Check that the secret is the store's current webhook secret, and that the body has the bytes as received.",
        );
    }
    return error.code === "secret_invalid" ? 2 : 1;
  }
}
