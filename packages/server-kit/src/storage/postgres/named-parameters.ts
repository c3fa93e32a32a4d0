// Statements name their values (`@orderId`), PostgreSQL numbers them (`$1`): rewritten once for each text. The text's digest names the
// prepared statement, so that all instances, and poolers between them, agree on it.
import { createHash } from "node:crypto";

export interface PreparedText {
  name: string;
  text: string;
  /** Names of the values, in the order of their numbers. */
  parameters: readonly string[];
  /** It changes no row. */
  isRead: boolean;
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
    prepared = {
      name: `ps_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`,
      text,
      parameters,
      isRead: isRead(text),
    };
    known.set(sql, prepared);
  }
  return prepared;
}

/** Also with `FOR UPDATE`, which locks rows. When in doubt, no. */
function isRead(text: string): boolean {
  return (
    /^[\s(]*(?:SELECT|WITH)\b/i.test(text) &&
    !/\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\S+\s+(?:AS\s+\S+\s+)?SET|MERGE\s+INTO|SELECT\s+pg_advisory)\b/i.test(
      text,
    )
  );
}
