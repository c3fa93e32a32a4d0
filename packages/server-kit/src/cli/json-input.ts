// Reads JSON from the file that an option names, or from standard input.
import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { type GivenOptions, UsageError } from "./command.js";

/** `-` is standard input. @throws UsageError for anything else than JSON. */
export async function readJson(given: GivenOptions, option: string): Promise<unknown> {
  const file = given.required(option);
  try {
    // A pipe is read as a stream: reading it at once fails while its other end has not written yet.
    const text = await (file === "-" ? textOf(process.stdin) : readFile(file, "utf8"));
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const what = file === "-" ? "Standard input must be JSON" : `--${option} must name a file with JSON`;
    throw new UsageError(`${what}: ${error instanceof Error ? error.message : error}`);
  }
}
