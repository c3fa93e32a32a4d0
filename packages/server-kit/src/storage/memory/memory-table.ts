// One table in memory: rows by key, in the order in which they were inserted. Rows are copied on insert and read and replaced,
// never changed in place, so that no caller shares one and an undo only restores the old row.

/** The undo log of a unit of work. */
export interface UndoLog {
  note(undo: () => void): void;
}

export interface MemoryTable<Row extends object> {
  /** @throws Error when the key is taken. */
  insert(row: Row): void;
  /** False when the key is taken. */
  insertIfAbsent(row: Row): boolean;
  /** Inserts, or replaces the row with its key. */
  put(row: Row): void;
  /** Replaces some fields of a row. False when there is none with this key. */
  change(key: string, changes: Partial<Row>): boolean;
  /** Replaces some fields of a row, those of its key among them. */
  changeKey(row: Row, changes: Partial<Row>): void;
  remove(key: string): boolean;
  /** Deletes the row with the key of this one, if there is one. */
  removeRow(row: Row): void;
  find(key: string): Row | undefined;
  /** The first matching row, in the given order or insertion order. */
  first(fits: (row: Readonly<Row>) => boolean, order?: Order<Row>): Row | undefined;
  /** The matching rows, at most `limit`. */
  list(fits: (row: Readonly<Row>) => boolean, how?: { order?: Order<Row>; limit?: number }): Row[];
  /** The smallest of the numbers that rows have; undefined when none has one. */
  least(numberOf: (row: Readonly<Row>) => number | undefined): number | undefined;
  size(): number;
  /** The rows themselves, not copies: read-only. */
  rows(): Iterable<Readonly<Row>>;
  /** A snapshot for `restore`. */
  snapshot(): () => void;
}

/** Rows with equal ranks stay in the order of insertion. */
export type Order<Row> = (left: Readonly<Row>, right: Readonly<Row>) => number;

export function createMemoryTable<Row extends object>(
  name: string,
  keyOf: (row: Row) => string,
  undoLog: UndoLog,
): MemoryTable<Row> {
  let rows = new Map<string, Row>();

  function set(key: string, row: Row): void {
    const before = rows.get(key);
    undoLog.note(() => {
      if (before === undefined) rows.delete(key);
      else rows.set(key, before);
    });
    rows.set(key, row);
  }

  function matching(fits: (row: Row) => boolean, order: Order<Row> | undefined): Row[] {
    const found = [...rows.values()].filter(fits);
    return order === undefined ? found : found.sort(order);
  }

  function insertIfAbsent(row: Row): boolean {
    const key = keyOf(row);
    if (rows.has(key)) return false;
    set(key, copyOf(row));
    return true;
  }

  function remove(key: string): boolean {
    const before = rows.get(key);
    if (before === undefined) return false;
    undoLog.note(() => rows.set(key, before));
    return rows.delete(key);
  }

  return {
    insertIfAbsent,
    insert(row) {
      if (!insertIfAbsent(row)) throw new UniqueError(name);
    },
    put(row) {
      set(keyOf(row), copyOf(row));
    },
    change(key, changes) {
      const before = rows.get(key);
      if (before === undefined) return false;
      set(key, { ...before, ...copyOf(changes) });
      return true;
    },
    changeKey(row, changes) {
      const key = keyOf(row);
      const changed = copyOf({ ...row, ...changes });
      // A row with the same key keeps its place in the order.
      if (keyOf(changed) !== key) remove(key);
      set(keyOf(changed), changed);
    },
    remove,
    removeRow(row) {
      remove(keyOf(row));
    },
    find(key) {
      return copyOf(rows.get(key));
    },
    first(fits, order) {
      return copyOf(matching(fits, order)[0]);
    },
    list(fits, { order, limit } = {}) {
      return matching(fits, order).slice(0, limit).map(copyOf);
    },
    least(numberOf) {
      let least: number | undefined;
      for (const row of rows.values()) {
        const value = numberOf(row);
        if (value !== undefined && (least === undefined || value < least)) least = value;
      }
      return least;
    },
    size: () => rows.size,
    rows: () => rows.values(),
    snapshot() {
      const kept = new Map(rows);
      return () => {
        rows = new Map(kept);
      };
    },
  };
}

/** Several values as one key. */
export function keyFrom(...parts: (string | number)[]): string {
  return JSON.stringify(parts);
}

/** The error of a unique constraint. */
export class UniqueError extends Error {
  override readonly name = "UniqueError";

  constructor(what: string) {
    super(`${what}: there is one already`);
  }
}

/** A deep copy of plain values, including byte arrays and keys such as `__proto__`. */
function copyOf<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  // Here and below, the copy has the shape of the original.
  if (ArrayBuffer.isView(value)) return Uint8Array.from(value as unknown as Uint8Array) as unknown as Value;
  if (Array.isArray(value)) return value.map(copyOf) as unknown as Value;
  const copy: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const own = copyOf(field);
    if (name === "__proto__") {
      Object.defineProperty(copy, name, { value: own, enumerable: true, configurable: true, writable: true });
    } else copy[name] = own;
  }
  return copy as Value;
}
