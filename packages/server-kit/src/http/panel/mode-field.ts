// The filter field that shows live and test payments together; otherwise the switch in the header decides. And the hidden field of forms
// that act on the payments of one mode.
import type { Environment } from "../../domain/environment.js";
import { type Html, html } from "../html.js";
import { selectField } from "./form-fields.js";

/** @param asked The value in the list's query: `both`, `live`, `test` or empty. */
export function modeField(asked: string, switched: Environment): Html {
  return selectField({
    name: "mode",
    label: "Mode",
    value: asked,
    options: [
      [asked === "both" ? "" : asked, switched === "live" ? "Live" : "Test"],
      ["both", "Live and test"],
    ],
  });
}

/** The switch may be used in another tab while the page is open: the form keeps the mode that the page shows. */
export function keptMode(mode: Environment | "both"): Html {
  return html`<input type="hidden" name="mode" value="${mode}">`;
}
