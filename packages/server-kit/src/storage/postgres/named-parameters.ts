// Rewrites named parameters (`@orderId`) as PostgreSQL's numbered ones (`$1`), once for each text. The name of the prepared statement is a
// digest of the text, so that all instances use the same name for it, also through a pooler.
import { createHash } from "node:crypto";

export interface PreparedText {
  name: string;
  text: string;
  /** Names of the parameters, in the order of their numbers. */
  parameters: readonly string[];
  /** The statement changes no row. */
  isRead: boolean;
}

const known = new Map<string, PreparedText>();

/** Statements are constants of the source, so the cache stays small. */
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

/** Also true with `FOR UPDATE`, which only locks rows. False for any statement that is not certainly a read. */
function isRead(text: string): boolean {
  return (
    /^[\s(]*(?:SELECT|WITH)\b/i.test(text) &&
    !/\b(?:INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\S+\s+(?:AS\s+\S+\s+)?SET|MERGE\s+INTO|SELECT\s+pg_advisory)\b/i.test(
      text,
    )
  );
}
