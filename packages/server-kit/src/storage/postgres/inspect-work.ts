// State of the background work of all instances, for the health route.
import type { Instances } from "../port/instances.js";
import { heldLocksSql, isLockOfSql, leaderLockClass } from "./advisory-locks.js";
import { type LazyPool, queryAutocommit } from "./driver.js";
import { quoteName } from "./quote-name.js";

const ranAtSetting = "background_ran_at";

export function createWorkInspection({
  pool,
  schema,
  jobsSchema,
}: {
  pool: LazyPool;
  schema: string;
  jobsSchema: string;
}): Pick<Instances, "recordRun" | "inspectWork"> {
  const settings = `${quoteName(schema)}.settings`;
  const jobs = `${quoteName(jobsSchema)}.jobs`;

  async function readOldestJobMs(): Promise<number> {
    // Jobs without attempts left are not counted: handlers report errors and succeed, so such jobs are not the service's.
    const { rows } = await queryAutocommit(
      pool,
      `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(coalesce(locked_at, run_at))) * 1000, 0)::float8 AS oldest_ms
        FROM ${jobs} WHERE task_identifier IN ('deliver', 'work') AND attempts < max_attempts`,
    );
    // An aggregate returns one row, with this one float8 column.
    return Math.max(0, (rows as [{ oldest_ms: number }])[0].oldest_ms);
  }

  return {
    async recordRun() {
      await queryAutocommit(
        pool,
        `INSERT INTO ${settings} (name, value) VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text)
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [ranAtSetting],
      );
    },
    async inspectWork() {
      const { rows } = await queryAutocommit(
        pool,
        `SELECT to_regclass($4) IS NOT NULL AS has_jobs,
          (SELECT extract(epoch FROM clock_timestamp()) * 1000 - value::float8 FROM ${settings} WHERE name = $3) AS ran_ago_ms,
          EXISTS (SELECT 1 ${heldLocksSql} AND ${isLockOfSql("$2")}) AS is_led`,
        [leaderLockClass, schema, ranAtSetting, jobs],
      );
      // One row with these three columns.
      const [facts] = rows as [{ has_jobs: boolean; ran_ago_ms: number | null; is_led: boolean }];
      return {
        isLed: facts.is_led,
        ranAgoMs: facts.ran_ago_ms ?? undefined,
        oldestJobMs: facts.has_jobs ? await readOldestJobMs() : 0,
      };
    },
  };
}
