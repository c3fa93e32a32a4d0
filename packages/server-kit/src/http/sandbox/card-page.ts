// /sandbox/card/{sessionId}: the page that plays the card processor. No card field stands here: the outcome is picked.
import type { Endpoint } from "../call.js";
import { sandboxPages } from "./bank-page.js";
import type { SandboxPagePorts } from "./bank-session.js";

export function cardPageEndpoints(ports: SandboxPagePorts): Endpoint[] {
  return sandboxPages(ports, "/sandbox/card/:sessionId", (attempt) => attempt.kind === "card");
}
