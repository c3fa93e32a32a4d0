// Reads a .env file. Editors on Windows begin it with a byte order mark, which would become part of the first name.
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

export function readEnvFile(path: string): NodeJS.Dict<string> {
  return parseEnv(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
}
