// Turns in PostgreSQL: which instance may claim a store's deliveries. Each statement is its own transaction, because the row that names the
// owner is the only state that instances share.
import type { EndpointTurns, PlannedJob } from "../port/instances.js";
import { createClaimDue } from "./claim-due.js";
import { type LazyPool, queryAutocommit } from "./driver.js";
import { createSettleAll } from "./settle-all.js";
import { createListStoresOfClaims } from "./stores-of-claims.js";
import { storesPerBatch, type TurnStatements, turnStatements } from "./turn-statements.js";

/** Maximum number of batches per check; the next check continues after them. */
const batchesPerCheck = 20;

export function createEndpointTurns({
  pool,
  schema,
  id,
  planJobs,
}: {
  pool: LazyPool;
  schema: string;
  /** The instance that owns the turns. */
  id: string;
  planJobs(jobs: readonly PlannedJob[]): Promise<void>;
}): EndpointTurns {
  const sql = turnStatements(schema);
  const listDue = createDueList(pool, sql);

  async function take(merchantIds: readonly string[]): Promise<string[]> {
    if (merchantIds.length === 0) return [];
    const { rows } = await queryAutocommit(pool, sql.take, [merchantIds, id]);
    return rows.map(merchantIdOf);
  }

  return {
    take,
    claimDue: createClaimDue(pool, { schema, owner: id }),
    listStoresOfClaims: createListStoresOfClaims(pool, schema),
    settleAll: createSettleAll(pool, schema),
    takeDue: async (now) => take(await listDue(now, { isWhole: true })),
    async end(merchantIds, now) {
      if (merchantIds.length === 0) return;
      await queryAutocommit(pool, sql.end, [merchantIds, id]);
      // A separate statement after that commit: deliveries that became due while the turn was held were not planned, and it finds them.
      const { rows } = await queryAutocommit(pool, sql.next, [merchantIds]);
      // `next` selects these two columns; the driver returns bigint as text.
      const next = (rows as { merchantId: string; at: string | null }[]).filter(({ at }) => at !== null);
      await planJobs(next.map(({ merchantId, at }) => deliveryJob(merchantId, Math.max(0, Number(at) - now))));
    },
    async listOwn() {
      const { rows } = await queryAutocommit(pool, sql.own, [id]);
      return rows.map(merchantIdOf);
    },
    async planDue(now) {
      const due = await listDue(now, { isWhole: false });
      await planJobs(due.map((merchantId) => deliveryJob(merchantId, 0)));
      return due.length;
    },
  };
}

function deliveryJob(merchantId: string, delayMs: number): PlannedJob {
  return { task: "deliver", subject: merchantId, delayMs };
}

/** Lists stores with due deliveries: all of them, or those of the next batches after the last call. */
function createDueList(pool: LazyPool, sql: TurnStatements) {
  let cursor = "";
  return async (now: number, { isWhole }: { isWhole: boolean }): Promise<string[]> => {
    const due: string[] = [];
    if (isWhole) cursor = "";
    for (let batch = 0; isWhole || batch < batchesPerCheck; batch += 1) {
      const { rows } = await queryAutocommit(pool, sql.due, [cursor, now]);
      // `due` selects these two columns.
      const seen = rows as { merchantId: string; isDue: boolean }[];
      due.push(...seen.filter(({ isDue }) => isDue).map(({ merchantId }) => merchantId));
      cursor = seen.length < storesPerBatch ? "" : (seen.at(-1)?.merchantId ?? "");
      if (cursor === "") break;
    }
    return due;
  };
}

function merchantIdOf(row: unknown): string {
  // The statements return this one text column.
  return (row as { merchant_id: string }).merchant_id;
}
