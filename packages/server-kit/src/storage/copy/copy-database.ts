// Copies every record from one database to another: table by table, in slices, each slice committed. An interrupted copy continues after
// its last slice; at the end both databases are read again and compared.
import { type CopyTable, type CopyValue, planCopy } from "./copy-plan.js";
import { type CopySide, type CopySource, type CopyTarget, settingsTable } from "./copy-side.js";
import { createRowDigest } from "./row-digest.js";

export interface CopyProgress {
  step: "copy" | "compare";
  table: string;
  /** Rows of this table copied so far. */
  rows: number;
  total: number;
}

export interface CopyResult {
  isResumed: boolean;
  rows: number;
  /** `digest`: SHA-256 over the rows by primary key, equal in both databases. */
  tables: { table: string; rows: number; digest: string }[];
}

export interface CopyDependencies {
  source: CopySource;
  target: CopyTarget;
  onProgress(progress: CopyProgress): void;
  /** Rows of one transaction. */
  sliceRows?: number;
}

const defaultSliceRows = 1000;

/**
 * The source is not changed.
 * @throws Error when the target contains records that are not from an unfinished copy of this source, or the two differ at the end.
 */
export async function copyDatabase(dependencies: CopyDependencies): Promise<CopyResult> {
  const { source, target } = dependencies;
  const begunFrom = await target.unfinishedFrom();
  const [sqlite, postgres] = source.kind === "sqlite" ? [source, target] : [target, source];
  const tables = planCopy(await sqlite.tables(), await postgres.tables());
  if (begunFrom === undefined) {
    await requireEmpty(target, tables);
    await target.begin(source.label);
  } else if (begunFrom !== source.label) {
    throw new Error(
      `${target.label} contains an unfinished copy from ${begunFrom}, not from ${source.label}: finish that one, or create a new target.`,
    );
  }
  for (const table of tables) await copyTable(dependencies, table);
  const compared = await compare(dependencies, tables);
  await target.finish(tables);
  return {
    isResumed: begunFrom !== undefined,
    rows: compared.reduce((sum, { rows }) => sum + rows, 0),
    tables: compared,
  };
}

async function requireEmpty(target: CopyTarget, tables: readonly CopyTable[]): Promise<void> {
  const filled: string[] = [];
  for (const table of tables) {
    const rows = await target.count(table);
    if (rows > 0 && table.name !== settingsTable) filled.push(`${table.name} (${rows})`);
  }
  if (filled.length > 0) {
    throw new Error(`${target.label} is not empty: ${filled.join(", ")}. Copy into a new database or schema.`);
  }
}

async function copyTable(
  { source, target, onProgress, sliceRows = defaultSliceRows }: CopyDependencies,
  table: CopyTable,
): Promise<void> {
  const total = await source.count(table);
  let rows = await target.count(table);
  let after = await target.lastKey(table);
  onProgress({ step: "copy", table: table.name, rows, total });
  while (rows < total) {
    const slice = await source.rowsAfter(table, after, sliceRows);
    const last = slice.at(-1);
    if (last === undefined) break;
    await target.append(table, slice);
    after = keyOf(table, last);
    rows += slice.length;
    await nextTurn();
    onProgress({ step: "copy", table: table.name, rows, total });
  }
}

async function compare(
  { source, target, onProgress, sliceRows = defaultSliceRows }: CopyDependencies,
  tables: readonly CopyTable[],
): Promise<CopyResult["tables"]> {
  const compared: CopyResult["tables"] = [];
  const different: string[] = [];
  for (const table of tables) {
    const total = await source.count(table);
    let hasReported = false;
    const report = (rows: number) => onProgress({ step: "compare", table: table.name, rows, total });
    const ofSource = await digestOf(source, table, sliceRows, (rows) => {
      hasReported = true;
      report(rows);
    });
    if (!hasReported) report(0);
    const ofTarget = await digestOf(target, table, sliceRows, () => undefined);
    if (ofTarget.digest !== ofSource.digest) {
      different.push(`${table.name} (${ofSource.rows} rows, ${ofTarget.rows} in the copy)`);
    }
    compared.push({ table: table.name, rows: ofTarget.rows, digest: ofTarget.digest });
  }
  if (different.length > 0) {
    throw new Error(
      `The copy differs from ${source.label} in ${different.join(", ")}: the source was written to meanwhile. Copy into a new database or schema.`,
    );
  }
  return compared;
}

async function digestOf(
  side: CopySide,
  table: CopyTable,
  sliceRows: number,
  onRows: (rows: number) => void,
): Promise<{ rows: number; digest: string }> {
  const digest = createRowDigest();
  for (let after: CopyValue[] | undefined; ; ) {
    const slice = await side.rowsAfter(table, after, sliceRows);
    const last = slice.at(-1);
    if (last === undefined) return { rows: digest.rows(), digest: digest.finish() };
    for (const row of slice) digest.add(row);
    // Reading a file never yields to the event loop: without this, an interrupt would be handled only at the end of the table.
    await nextTurn();
    after = keyOf(table, last);
    onRows(digest.rows());
  }
}

function keyOf({ keyPositions }: CopyTable, row: readonly CopyValue[]): CopyValue[] {
  return keyPositions.map((position) => row[position] ?? null);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
