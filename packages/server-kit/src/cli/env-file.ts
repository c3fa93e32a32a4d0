// The text of a .env file. Editors on Windows begin it with a byte order mark, which would become part of the first name.
import { parseEnv } from "node:util";

export function parseEnvFile(text: string): NodeJS.Dict<string> {
  return parseEnv(text.replace(/^\uFEFF/, ""));
}
