// The built-in provider for test payments, bank and card page: a page to pick the outcome, and magic amounts with a scripted outcome
// (spec/rules.md#test-payments). Never used for live payments.
import type { ProviderEvent } from "../domain/evidence.js";
import type { OpenBankingProvider } from "./open-banking-provider.js";

/** The value of the `provider` field for test payments. */
export const sandboxProviderCode = "sandbox";

export interface SandboxProviderOptions {
  /** URL of the sandbox page of a session. */
  sessionPage(sessionId: string): string;
}

/**
 * The script of each magic amount, one entry per poll.
 * 1012 and 1013 take effect when the session is opened: the provider is down, or never responds.
 */
const scripts: Record<number, ((amountCents: number) => ProviderEvent | ProviderEvent[])[]> = {
  1001: [() => ({ type: "provider.rejected", detail: "declined" })],
  1002: [() => ({ type: "provider.rejected", detail: "insufficient funds" })],
  1003: [() => ({ type: "provider.cancelled" })],
  1004: [() => ({ type: "provider.session_expired" })],
  1005: [() => ({ type: "provider.unknown" }), () => ({ type: "provider.success" })],
  1006: [() => ({ type: "provider.indeterminate" }), (amountCents) => ({ type: "settlement.confirmed", amountCents })],
  1007: [() => ({ type: "provider.indeterminate" })],
  1008: [
    () => [
      { type: "provider.success" },
      { type: "provider.success" },
      { type: "provider.rejected", detail: "late failure" },
    ],
  ],
  1009: [() => ({ type: "provider.success", detail: "instant refused, paid by standard transfer" })],
  1010: [(amountCents) => ({ type: "settlement.partial", amountCents: amountCents - 1 })],
  1011: [(amountCents) => ({ type: "settlement.confirmed", amountCents: amountCents + 1 })],
};

export const magicAmounts = { down: 1012, hangs: 1013 };

/** The events of a magic amount, in order; empty for any other amount. */
export function sandboxScript(amountCents: number): (ProviderEvent | ProviderEvent[])[] {
  return (scripts[amountCents] ?? []).map((play) => play(amountCents));
}

/** The built-in provider. Stateless: the session id contains the amount, which selects the script. */
export function sandboxProvider({ sessionPage }: SandboxProviderOptions): OpenBankingProvider {
  return {
    code: sandboxProviderCode,
    async createSession({ attemptId, amountCents, signal }) {
      if (amountCents === magicAmounts.down) throw new Error("The sandbox provider is down (magic amount).");
      if (amountCents === magicAmounts.hangs) {
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
      }
      const sessionId = `${attemptId.replace("att_", "sbx_")}-${amountCents}`;
      return { sessionId, redirectUrl: sessionPage(sessionId) };
    },
    async fetchOutcome(sessionId, pollNumber) {
      const amountCents = Number(sessionId.split("-").at(-1));
      return sandboxScript(amountCents)[pollNumber - 1];
    },
  };
}
