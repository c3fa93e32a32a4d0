// Parses a .env file. A line that does not set the variable that it names is refused: the service would run with a default, such as
// another encryption key.
import { parseEnv } from "node:util";
import { environmentVariableOf, UsageError } from "./command.js";

const ownName = new RegExp(`^\\s*(?:export\\s+|set\\s+|\\$env:)?(${environmentVariableOf("")}\\w+)`, "gim");

/** @throws UsageError for a file that is not UTF-8, and for a line with one of our variables that does not set it. Values are not shown. */
export function parseEnvFile(text: string): NodeJS.Dict<string> {
  if (text.includes("\0")) {
    throw new UsageError(".env is not UTF-8 text (the > of Windows PowerShell writes UTF-16): save it as UTF-8.");
  }
  // Editors on Windows begin it with a byte order mark, which would become part of the first name. Old ones end lines with CR alone.
  const lines = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const variables = parseEnv(lines);
  for (const [, name = ""] of lines.matchAll(ownName)) {
    if (!(name in variables)) throw new UsageError(`.env has a line that does not set ${name}: write ${name}=value.`);
  }
  return variables;
}
