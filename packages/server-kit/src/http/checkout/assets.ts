// The one stylesheet and the one script of the buyer's pages.
import type { Endpoint } from "../call.js";
import { staticAsset } from "../static-asset.js";
import { checkoutScript } from "./script.js";
import { checkoutStyle } from "./style.js";
import type { ResolvedTheme } from "./theme.js";

export interface CheckoutAssets {
  /** Below the base path. */
  stylePath: string;
  scriptPath: string;
  endpoints: Endpoint[];
}

export function createCheckoutAssets(theme: ResolvedTheme): CheckoutAssets {
  const style = staticAsset("checkout.css", "text/css", checkoutStyle(theme));
  const script = staticAsset("checkout.js", "text/javascript", checkoutScript);
  return { stylePath: style.path, scriptPath: script.path, endpoints: [style, script] };
}
