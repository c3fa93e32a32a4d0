// The dependencies of the checkout pages.
import type { Environment } from "../../domain/environment.js";
import type { HandOverDependencies } from "../../flows/hand-over.js";
import type { SessionPolling } from "../../flows/session-polling.js";
import type { Links } from "../links.js";
import type { CheckoutAssets } from "./assets.js";
import type { ProgressHub } from "./progress-hub.js";
import type { ResolvedTheme } from "./theme.js";

export interface CheckoutDependencies extends HandOverDependencies {
  links: Links;
  /** The environments that this deployment serves; a payment of another environment has no page here. */
  environments: readonly Environment[];
  theme: ResolvedTheme;
  progress: ProgressHub;
  polling: SessionPolling;
  assets: CheckoutAssets;
}
