// Selects the screen for a payment's state. The URL may request another view of the same state, never another state.
import { hasEnded } from "../../domain/payment-state.js";
import { type CheckoutPage, mayChoose, saysReturned } from "./checkout-page.js";
import type { Screen } from "./document.js";
import { chooseScreen } from "./screens/choose-screen.js";
import { atProviderScreen, confirmingScreen } from "./screens/provider-screens.js";
import { endedScreen, paidScreen, returnedScreen } from "./screens/result-screens.js";
import { qrScreen, transferScreen, waitingScreen } from "./screens/transfer-screens.js";

export function currentScreen(page: CheckoutPage, query: Record<string, string>): Screen {
  const { payment } = page;
  const isHosted = payment.checkoutMode === "foxpay_checkout";
  if (saysReturned(page)) return returnedScreen(page);
  if (page.hasReceivedMoney && !hasEnded(payment.state)) return confirmingScreen(page);
  if (isHosted && mayChoose(page) && page.wanted === "choose") return chooseScreen(page, { hint: query.notice });
  switch (payment.state) {
    case "created":
      // A direct session offers no choice of methods: its buyer has to go to the bank.
      return isHosted ? chooseScreen(page) : atProviderScreen(page);
    case "opened":
      return page.isClaimLastBuyerAction ? waitingScreen(page) : chooseScreen(page);
    case "qr_shown":
      return qrScreen(page);
    case "transfer_instructed":
      return payment.claimedPaidAt === undefined ? transferScreen(page) : waitingScreen(page);
    case "at_provider":
      return page.isClaimLastBuyerAction ? waitingScreen(page) : atProviderScreen(page);
    case "submitted":
    case "unresolved":
      return confirmingScreen(page);
    case "settled":
      return paidScreen(page);
    case "declined":
    case "cancelled":
    case "expired":
      return endedScreen(page, payment.state);
  }
}
