// Whether the panel shows live or test payments: one switch in the header, stored in a session cookie.
import { type Environment, environments } from "../../domain/environment.js";
import type { StoreView } from "../../flows/stores/change-store.js";
import type { Storage } from "../../storage/port.js";
import type { Call } from "../call.js";
import { type Html, html } from "../html.js";
import type { Links } from "../links.js";
import { panelCookie } from "./session-cookie.js";

export function modeCookie(links: Links) {
  return panelCookie(links, "ps_panel_mode", /^(?:live|test)$/);
}

/**
 * The switch's value; until it is used, live, unless the store has only test payments or cannot accept live ones yet. A page's query may
 * select another mode, without changing the switch; other words in it, such as the empty one of a filter form, select nothing.
 */
export async function readMode(
  { storage, links, environments: served }: { storage: Storage; links: Links; environments: readonly Environment[] },
  call: Call,
  { merchantId, kyc, verification }: StoreView,
): Promise<Environment> {
  const known = (text: string | undefined) => environments.find((word) => word === text);
  const asked = known(call.query.mode) ?? known(modeCookie(links).read(call));
  if (asked !== undefined) return asked;
  const [only] = served;
  if (served.length === 1 && only !== undefined) return only;
  return storage.read(async ({ payments }) => {
    const has = async (environment: Environment) =>
      (await payments.list({ merchantId, environment, limit: 1 })).length > 0;
    if (await has("live")) return "live";
    if (await has("test")) return "test";
    return kyc === "approved" && verification === "approved" ? "live" : "test";
  });
}

export interface ModeSwitch {
  mode: Environment;
  /** The page that the switch redirects to, relative to the base path. */
  next: string;
  csrfToken: string;
}

export function renderModeSwitch(panel: string, { mode, next, csrfToken }: ModeSwitch): Html {
  const button = (word: Environment, label: string) =>
    html`<button name="mode" value="${word}" aria-pressed="${mode === word ? "true" : "false"}">${label}</button>`;
  return html`<form method="post" action="${panel}/mode" class="mode-form">
<input type="hidden" name="csrf" value="${csrfToken}"><input type="hidden" name="next" value="${next}">
<div class="mode-switch" role="group" aria-label="Payments shown">${button("live", "Live")}${button("test", "Test")}</div></form>`;
}

/** A page about one payment or delivery has no content in the other mode: the switch redirects to its list. */
export function pageAfterSwitch(path: string): string {
  return path.replace(/^(\/panel\/stores\/[^/]+\/(?:transactions|deliveries))\/.+$/, "$1");
}
