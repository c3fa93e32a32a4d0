// The user who is signed in by this panel, not by the application that contains it.
import { Refusal } from "../../domain/refusal.js";
import type { Visit } from "./visit.js";

/** @throws Refusal ROUTE_NOT_FOUND for a user of the application. */
export function requireOwnUser({ visitor }: Visit) {
  if (visitor.signedIn === undefined) {
    throw new Refusal("ROUTE_NOT_FOUND", {
      message: "Your account is managed by the application that contains this panel.",
    });
  }
  return visitor.signedIn;
}
