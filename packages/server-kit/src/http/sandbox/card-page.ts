// /sandbox/card/{sessionId}: the page that simulates the card processor. It has no card fields: the outcome is selected.
import type { Endpoint } from "../call.js";
import type { CheckoutDependencies } from "../checkout/checkout-dependencies.js";
import { sandboxPages } from "./bank-page.js";

export function cardPageEndpoints(dependencies: CheckoutDependencies): Endpoint[] {
  return sandboxPages(dependencies, "/sandbox/card/:sessionId", "card");
}
