// Whose turn it is to claim a store's deliveries, in PostgreSQL. Each statement commits by itself: a row that names its owner is all that
// instances have to agree on.
import type { EndpointTurns } from "../port/instances.js";
import { createClaimDue } from "./claim-due.js";
import { type LatePool, queryAlone } from "./driver.js";
import { planJobsSql } from "./job-statements.js";
import { quoteName } from "./quote-name.js";
import { createSettleAll } from "./settle-all.js";
import { createListStoresOfClaims } from "./stores-of-claims.js";

/** Stores looked at in one statement: a millisecond or two. */
const storesPerStretch = 512;
/** Stores looked at in one go at most; the next look goes on behind them. */
const stretchesPerLook = 20;

export function createEndpointTurns({
  pool,
  schema,
  jobsSchema,
  id,
  hasJobs,
}: {
  pool: LatePool;
  schema: string;
  jobsSchema: string;
  /** Whose turns they are. */
  id: string;
  /** Whether the tables of jobs exist. */
  hasJobs(): boolean;
}): EndpointTurns {
  const turns = `${quoteName(schema)}.endpoint_turns`;
  const deliveries = `${quoteName(schema)}.deliveries`;
  const stores = `${quoteName(schema)}.stores`;
  let cursor = "";

  const takeSql = `INSERT INTO ${turns} AS turn (merchant_id, owner)
    SELECT merchant_id, $2 FROM unnest($1::text[]) AS wanted (merchant_id) ORDER BY merchant_id
    ON CONFLICT (merchant_id) DO UPDATE SET owner = excluded.owner WHERE turn.owner IS NULL
    RETURNING merchant_id`;

  /** The next stores with anything planned, each by one step into the index; of them those with something due and nobody's turn. */
  const dueSql = `WITH RECURSIVE walk (merchant_id, step) AS (
      SELECT (SELECT merchant_id FROM ${deliveries}
        WHERE due_at IS NOT NULL AND merchant_id > $1 ORDER BY merchant_id LIMIT 1), 1
      UNION ALL
      SELECT (SELECT next.merchant_id FROM ${deliveries} AS next
        WHERE next.due_at IS NOT NULL AND next.merchant_id > walk.merchant_id ORDER BY next.merchant_id LIMIT 1), step + 1
      FROM walk WHERE walk.merchant_id IS NOT NULL AND step < ${storesPerStretch}
    )
    SELECT merchant_id AS "merchantId", (
        EXISTS (SELECT 1 FROM ${deliveries} AS due
          WHERE due.merchant_id = walk.merchant_id AND NOT due.is_retry AND due.due_at <= $2)
        OR EXISTS (SELECT 1 FROM ${deliveries} AS due
          WHERE due.merchant_id = walk.merchant_id AND due.is_retry AND due.due_at <= $2))
      AND NOT EXISTS (SELECT 1 FROM ${turns} AS turn WHERE turn.merchant_id = walk.merchant_id AND turn.owner IS NOT NULL)
      AND EXISTS (SELECT 1 FROM ${stores} AS store WHERE store.merchant_id = walk.merchant_id
        AND store.disabled_at IS NULL AND store.deleted_at IS NULL AND store.settings::json ->> 'webhookUrl' IS NOT NULL)
      AS "isDue"
    FROM walk WHERE merchant_id IS NOT NULL`;

  /** For each of these stores that is open: when something is due there next. */
  const nextSql = `SELECT wanted.merchant_id AS "merchantId", least(
      (SELECT min(due_at) FROM ${deliveries} AS d WHERE d.merchant_id = wanted.merchant_id AND NOT d.is_retry AND due_at IS NOT NULL),
      (SELECT min(due_at) FROM ${deliveries} AS d WHERE d.merchant_id = wanted.merchant_id AND d.is_retry AND due_at IS NOT NULL)
    ) AS at
    FROM unnest($1::text[]) AS wanted (merchant_id) JOIN ${stores} AS store ON store.merchant_id = wanted.merchant_id
    WHERE store.disabled_at IS NULL AND store.deleted_at IS NULL AND store.settings::json ->> 'webhookUrl' IS NOT NULL`;

  async function take(merchantIds: readonly string[]): Promise<string[]> {
    if (merchantIds.length === 0) return [];
    const { rows } = await queryAlone(pool, takeSql, [merchantIds, id]);
    return rows.map(merchantIdOf);
  }

  async function listDue(now: number, isWhole: boolean): Promise<string[]> {
    const due: string[] = [];
    if (isWhole) cursor = "";
    for (let stretch = 0; isWhole || stretch < stretchesPerLook; stretch += 1) {
      const { rows } = await queryAlone(pool, dueSql, [cursor, now]);
      // Sound: `dueSql` selects these two columns.
      const seen = rows as { merchantId: string; isDue: boolean }[];
      due.push(...seen.filter(({ isDue }) => isDue).map(({ merchantId }) => merchantId));
      cursor = seen.length < storesPerStretch ? "" : (seen.at(-1)?.merchantId ?? "");
      if (cursor === "") break;
    }
    return due;
  }

  async function plan(subjects: readonly string[], delaysMs: readonly number[]): Promise<void> {
    if (subjects.length === 0 || !hasJobs()) return;
    await queryAlone(pool, planJobsSql({ schema, jobsSchema }), [subjects.map(() => "deliver"), subjects, delaysMs]);
  }

  return {
    take,
    claimDue: createClaimDue(pool, { schema, owner: id }),
    listStoresOfClaims: createListStoresOfClaims(pool, schema),
    settleAll: createSettleAll(pool, schema),
    takeDue: async (now) => take(await listDue(now, true)),
    async end(merchantIds, now) {
      if (merchantIds.length === 0) return;
      await queryAlone(pool, `UPDATE ${turns} SET owner = NULL WHERE merchant_id = ANY($1) AND owner = $2`, [
        merchantIds,
        id,
      ]);
      // After that commit, in a look of its own: what became due before it and was not planned, because the turn was taken, is seen here.
      const { rows } = await queryAlone(pool, nextSql, [merchantIds]);
      // Sound: `nextSql` selects these two columns; the driver returns bigint as text.
      const next = (rows as { merchantId: string; at: string | null }[]).filter(({ at }) => at !== null);
      await plan(
        next.map(({ merchantId }) => merchantId),
        next.map(({ at }) => Math.max(0, Number(at) - now)),
      );
    },
    async listOwn() {
      const { rows } = await queryAlone(pool, `SELECT merchant_id FROM ${turns} WHERE owner = $1`, [id]);
      return rows.map(merchantIdOf);
    },
    async planDue(now) {
      const due = await listDue(now, false);
      await plan(
        due,
        due.map(() => 0),
      );
      return due.length;
    },
  };
}

function merchantIdOf(row: unknown): string {
  // Sound: the statements return this one text column.
  return (row as { merchant_id: string }).merchant_id;
}
