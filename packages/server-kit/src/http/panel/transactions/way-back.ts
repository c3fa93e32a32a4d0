// The link from a payment back to the list: filter and page are stored in a session cookie.
import { type PanelCookie, panelCookie } from "../session-cookie.js";
import type { StoreVisit } from "../visit.js";

function listCookie({ frame }: StoreVisit): PanelCookie {
  return panelCookie(frame.links, "ps_panel_list", /^[A-Za-z0-9_-]{1,2000}$/);
}

/** `query` begins with a question mark, or is empty. */
export function rememberList(visit: StoreVisit, query: string): void {
  const value = Buffer.from(`${visit.store.merchantId}\n${query}`).toString("base64url");
  if (query === "" || value.length > 2000) listCookie(visit).clear(visit.call);
  else listCookie(visit).write(visit.call, value);
}

export function listPath(visit: StoreVisit): string {
  const value = listCookie(visit).read(visit.call) ?? "";
  const [merchantId, query = ""] = Buffer.from(value, "base64url").toString("utf8").split("\n");
  const isOurs = merchantId === visit.store.merchantId && /^\?[\w=&%.*+-]*$/.test(query);
  return visit.storePath(`/transactions${isOurs ? query : ""}`);
}
