// The column map by which a store's CSV statements are read.
import type { Clock } from "../../domain/clock.js";
import type { JsonObject } from "../../domain/json.js";
import { Refusal } from "../../domain/refusal.js";
import { type CsvColumnMap, parseColumnMap } from "../../domain/statements/csv-column-map.js";
import type { Storage } from "../../storage/port.js";
import type { AlsoIn } from "../also-in.js";
import { appendAudit } from "../append-audit.js";
import { changeDigests } from "../change-digests.js";

/**
 * @param alsoIn runs first in the unit of work that sets it; what it throws leaves the map as it was.
 * @throws Refusal STORE_NOT_FOUND; VALIDATION_ERROR that names each invalid field.
 */
export async function setColumnMap(
  dependencies: { storage: Storage; clock: Clock },
  merchantId: string,
  columnMap: unknown,
  actor: string,
  alsoIn?: AlsoIn<[stored: CsvColumnMap | undefined]>,
): Promise<void> {
  // A parsed map contains plain values only; the round trip drops undefined fields.
  const kept = JSON.parse(JSON.stringify(parseColumnMap(columnMap))) as JsonObject;
  await dependencies.storage.write(async (records) => {
    if ((await records.stores.find(merchantId)) === undefined) throw new Refusal("STORE_NOT_FOUND");
    const before = await records.statements.findColumnMap(merchantId);
    await alsoIn?.(records, before && parseColumnMap(before));
    await records.statements.putColumnMap(merchantId, kept, dependencies.clock.now());
    await appendAudit(dependencies, records, {
      actor,
      action: "statement.column_map_set",
      merchantId,
      subject: merchantId,
      detail: { columnMap: kept, ...changeDigests(merchantId, { before, after: kept }) },
    });
  });
}

/** Undefined when the store has none. */
export async function findColumnMap(
  { storage }: { storage: Storage },
  merchantId: string,
): Promise<CsvColumnMap | undefined> {
  const kept = await storage.read(({ statements }) => statements.findColumnMap(merchantId));
  return kept === undefined ? undefined : parseColumnMap(kept);
}
