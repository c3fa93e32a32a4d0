// The filter field that shows live and test payments together; otherwise the switch in the header decides.
import type { Environment } from "../../domain/environment.js";
import type { Html } from "../html.js";
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
