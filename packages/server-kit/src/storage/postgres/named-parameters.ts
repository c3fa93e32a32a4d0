// Statements name their values (`@orderId`), PostgreSQL numbers them (`$1`): rewritten once for each text. The text's digest names the
// prepared statement, so that all instances, and poolers between them, agree on it.
import { createHash } from "node:crypto";

export interface PreparedText {
  name: string;
  text: string;
  /** Names of the values, in the order of their numbers. */
  parameters: readonly string[];
}

const known = new Map<string, PreparedText>();

/** Statements are our own texts, of which there is a fixed number. */
export function prepareText(sql: string): PreparedText {
  let prepared = known.get(sql);
  if (prepared === undefined) {
    const parameters: string[] = [];
    const text = sql.replace(/@([A-Za-z_]\w*)/g, (_, parameter: string) => {
      if (!parameters.includes(parameter)) parameters.push(parameter);
      return `$${parameters.indexOf(parameter) + 1}`;
    });
    prepared = { name: `ps_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`, text, parameters };
    known.set(sql, prepared);
  }
  return prepared;
}
