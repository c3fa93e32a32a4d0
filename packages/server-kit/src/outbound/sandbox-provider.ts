// The bank, and the card page, that every test payment may use: a page on which a person picks the outcome, and magic amounts that play one unattended
// (spec/rules.md#test-payments). Nothing live ever reaches it.
import type { ProviderEvent } from "../domain/evidence.js";
import type { OpenBankingProvider } from "./open-banking-provider.js";

/** What the `provider` field says for test payments. */
export const sandboxProviderCode = "sandbox";

export interface SandboxProviderOptions {
  /** Address of the page that plays the bank, or the card processor, for a session. */
  bankPage(sessionId: string): string;
}

/**
 * What each magic amount does, one entry for each time that the service asks for the outcome.
 * 1012 and 1013 act when the session is opened: the provider is down, or never answers.
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

/** The events that a magic amount plays, in order; empty for any other amount. */
export function sandboxScript(amountCents: number): (ProviderEvent | ProviderEvent[])[] {
  return (scripts[amountCents] ?? []).map((play) => play(amountCents));
}

/** The built-in provider. It remembers nothing: the session id carries the amount, which says what to play, if anything. */
export function sandboxProvider({ bankPage }: SandboxProviderOptions): OpenBankingProvider {
  return {
    code: sandboxProviderCode,
    async createSession({ attemptId, amountCents, signal }) {
      if (amountCents === magicAmounts.down) throw new Error("The sandbox provider is down (magic amount).");
      if (amountCents === magicAmounts.hangs) {
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
      }
      const sessionId = `${attemptId.replace("att_", "sbx_")}-${amountCents}`;
      return { sessionId, redirectUrl: bankPage(sessionId) };
    },
    async fetchOutcome(sessionId, pollNumber) {
      const amountCents = Number(sessionId.split("-").at(-1));
      return sandboxScript(amountCents)[pollNumber - 1];
    },
  };
}
