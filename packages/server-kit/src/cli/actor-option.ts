// The option --actor of commands whose act the audit log records with a name.
import type { GivenOptions, OptionSpec } from "./command.js";
import { commandActor } from "./system-user.js";

export const actorOption: OptionSpec = {
  name: "actor",
  value: "<name>",
  summary: "who does this, for the audit log; default: the operating system's user",
};

export function actorOf(given: GivenOptions): string {
  return given.text("actor") ?? commandActor();
}
