// Handles the switch between live and test payments, and redirects to the page that it was used on.
import { environments } from "../../domain/environment.js";
import type { Endpoint } from "../call.js";
import { seeOther } from "../page-headers.js";
import { modeCookie } from "./mode.js";
import { nextPath } from "./next-path.js";
import { type PanelContext, panelPage } from "./visit.js";

export function modeEndpoints(context: PanelContext): Endpoint[] {
  const { links } = context.dependencies;
  return [
    panelPage(context, {
      method: "POST",
      path: "/mode",
      work({ call, form }) {
        const mode = environments.find((word) => word === form.mode);
        if (mode !== undefined) modeCookie(links).write(call, mode);
        seeOther(call.ctx, `${links.basePath}${nextPath(form.next)}`);
      },
    }),
  ];
}
