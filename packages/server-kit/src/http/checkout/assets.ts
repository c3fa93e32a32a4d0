// The stylesheet and the script of the checkout pages, as endpoints.
import type { Endpoint } from "../call.js";
import { staticAsset } from "../static-asset.js";
import { checkoutScript } from "./browser-script.js";
import { checkoutStyle } from "./stylesheet.js";
import type { ResolvedTheme } from "./theme.js";

export interface CheckoutAssets {
  /** Relative to the base path. */
  stylePath: string;
  scriptPath: string;
  endpoints: Endpoint[];
}

export function createCheckoutAssets(theme: ResolvedTheme): CheckoutAssets {
  const style = staticAsset("checkout.css", "text/css", checkoutStyle(theme));
  const script = staticAsset("checkout.js", "text/javascript", checkoutScript);
  return { stylePath: style.path, scriptPath: script.path, endpoints: [style, script] };
}
