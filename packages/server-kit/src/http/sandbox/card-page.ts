// /sandbox/card/{sessionId}: the page that plays the card processor. No card field stands here: the outcome is picked.
import type { Endpoint } from "../call.js";
import type { CheckoutDependencies } from "../checkout/checkout-dependencies.js";
import { sandboxPages } from "./bank-page.js";

export function cardPageEndpoints(dependencies: CheckoutDependencies): Endpoint[] {
  return sandboxPages(dependencies, "/sandbox/card/:sessionId", (attempt) => attempt.kind === "card");
}
