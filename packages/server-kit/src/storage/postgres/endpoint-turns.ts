// Whose turn it is to claim a store's deliveries, in PostgreSQL. Each statement commits by itself: a row that names its owner is all that
// instances have to agree on.
import type { EndpointTurns } from "../port/instances.js";
import { createClaimDue } from "./claim-due.js";
import { type LatePool, queryAlone } from "./driver.js";
import { planJobsSql } from "./job-statements.js";
import { createSettleAll } from "./settle-all.js";
import { createListStoresOfClaims } from "./stores-of-claims.js";
import { storesPerStretch, turnStatements } from "./turn-statements.js";

/** Stretches of stores in one look at most; the next look continues behind them. */
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
  const sql = turnStatements(schema);
  let cursor = "";

  async function take(merchantIds: readonly string[]): Promise<string[]> {
    if (merchantIds.length === 0) return [];
    const { rows } = await queryAlone(pool, sql.take, [merchantIds, id]);
    return rows.map(merchantIdOf);
  }

  async function listDue(now: number, isWhole: boolean): Promise<string[]> {
    const due: string[] = [];
    if (isWhole) cursor = "";
    for (let stretch = 0; isWhole || stretch < stretchesPerLook; stretch += 1) {
      const { rows } = await queryAlone(pool, sql.due, [cursor, now]);
      // Sound: `due` selects these two columns.
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
      await queryAlone(pool, sql.end, [merchantIds, id]);
      // After that commit, in a look of its own: what became due before it and was not planned, because the turn was taken, is seen here.
      const { rows } = await queryAlone(pool, sql.next, [merchantIds]);
      // Sound: `next` selects these two columns; the driver returns bigint as text.
      const next = (rows as { merchantId: string; at: string | null }[]).filter(({ at }) => at !== null);
      await plan(
        next.map(({ merchantId }) => merchantId),
        next.map(({ at }) => Math.max(0, Number(at) - now)),
      );
    },
    async listOwn() {
      const { rows } = await queryAlone(pool, sql.own, [id]);
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
