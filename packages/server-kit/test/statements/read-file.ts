// Reads a statement as a whole, split into pieces of a given length, and distinguishes a refusal from any other error.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Refusal } from "../../src/domain/refusal.js";
import { type ReadStatementOptions, readStatement } from "../../src/domain/statements/read-statement.js";
import type { StatementEntry } from "../../src/domain/statements/statement-entry.js";

export function fixture(name: string): Uint8Array {
  return readFileSync(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)));
}

export async function readAll(
  content: Uint8Array | string,
  options: ReadStatementOptions = {},
  pieceLength = 4096,
): Promise<StatementEntry[]> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const entries: StatementEntry[] = [];
  for await (const some of readStatement(pieces(bytes, pieceLength), options)) entries.push(...some);
  return entries;
}

/** The refusal that reading ends with. @throws what else was thrown, or when nothing was. */
export async function refusalOf(content: Uint8Array | string, options: ReadStatementOptions = {}): Promise<Refusal> {
  try {
    await readAll(content, options);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("The statement was read without a refusal.");
}

function* pieces(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length);
}
