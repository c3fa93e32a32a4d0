// Waiting rows in PostgreSQL: when the clock was set back, all of them are moved, in slices.
import { digestWindowMs } from "../../domain/delivery-mail.js";
import { latestMomentName, type WaitingRecords } from "../port/waiting-records.js";
import {
  findSliceSql,
  heldSql,
  lowestPosition,
  moveSliceSql,
  oldestRunningKey,
  runningCallsSql,
  waitingSteps,
} from "../waiting-steps.js";
import type { Database } from "./database.js";
import { selectTexts } from "./selections.js";

const slices = waitingSteps.map((step) => ({
  ...step,
  find: findSliceSql(step),
  move: moveSliceSql(step, `${step.key} = ANY(@ids)`),
}));

interface Move {
  by_ms: number;
  latest: number;
  step: number;
  reached: number;
  reached_name: string;
}

export function createWaitingRecords(database: Database): WaitingRecords {
  return {
    async latestMoment() {
      const sql = "SELECT value FROM settings WHERE name = @name";
      const [value] = await selectTexts(database, sql, { name: latestMomentName });
      return value === undefined ? undefined : Number(value);
    },
    async keepLatestMoment(now) {
      await database.run(
        `INSERT INTO settings (name, value) VALUES (@name, @value)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        { name: latestMomentName, value: String(now) },
      );
    },
    async isMoving() {
      return (await findMove(database)) !== undefined;
    },
    async beginMove({ byMs, latest }) {
      let held: number | undefined;
      for (const sql of heldSql) {
        const changed = await database.run(sql, { byMs });
        held ??= changed;
      }
      await database.run(runningCallsSql, { byMs, keysSince: oldestRunningKey(latest) });
      await database.run(
        `INSERT INTO waiting_moves (move_id, by_ms, latest, step, reached, reached_name, is_slice)
         VALUES (1, @byMs, @latest, 0, @lowestPosition, '', FALSE)`,
        { byMs, latest, lowestPosition },
      );
      return held ?? 0;
    },
    async moveSlice({ now, limit }) {
      const move = await findMove(database);
      if (move === undefined) return undefined;
      const slice = slices[move.step];
      if (slice === undefined) return moveCounters(database, move, { now, limit });
      // `findSliceSql` selects these two columns.
      const found = (await database.all(slice.find, {
        reached: move.reached,
        limit,
        ...(slice.by === "sent_at" && { since: move.latest - digestWindowMs }),
      })) as { id: string; at: number }[];
      await database.run("UPDATE waiting_moves SET is_slice = TRUE");
      if (found.length > 0) await database.run(slice.move, { byMs: move.by_ms, ids: found.map(({ id }) => id) });
      await database.run(
        "UPDATE waiting_moves SET is_slice = FALSE, step = @step, reached = @reached",
        found.length < limit
          ? { step: move.step + 1, reached: lowestPosition }
          : { step: move.step, reached: found.at(-1)?.at ?? move.reached },
      );
      return slice.isCounted ? found.length : 0;
    },
    async correctTimesAhead({ now, latest, firstPollDelayMs, limit }) {
      const sends = await database.run(
        `UPDATE deliveries SET manual_send_at = CASE WHEN manual_send_at > @now THEN @now ELSE manual_send_at END,
             next_attempt_at = CASE WHEN attempt_count = 0 AND next_attempt_at > @now THEN @now ELSE next_attempt_at END
           WHERE delivery_id IN (SELECT delivery_id FROM deliveries
             WHERE NOT is_retry AND due_at > @latest AND (attempt_count = 0 OR manual_send_at IS NOT NULL) LIMIT @limit)`,
        { now, latest, limit },
      );
      const polls = await database.run(
        `UPDATE payment_attempts SET next_poll_at = @now::bigint + @firstPollDelayMs::bigint
           WHERE attempt_id IN (SELECT attempt_id FROM payment_attempts
             WHERE next_poll_at > @latest::bigint + @firstPollDelayMs::bigint AND poll_count = 0
               AND created_at > @latest::bigint LIMIT @limit)`,
        { now, latest, firstPollDelayMs, limit },
      );
      return sends + polls;
    },
  };
}

async function findMove(database: Database): Promise<Move | undefined> {
  // The fields of Move are selected; `first` returns bigint as numbers.
  return (await database.first("SELECT by_ms, latest, step, reached, reached_name FROM waiting_moves")) as
    | Move
    | undefined;
}

/** The last step: reads at most `limit` rows, moves those of the earlier clock, and ends the move after the last row. */
async function moveCounters(
  database: Database,
  { by_ms: byMs, reached_name: reachedName }: Move,
  { now, limit }: { now: number; limit: number },
): Promise<number | undefined> {
  const sql = "SELECT name FROM counters WHERE name > @reachedName ORDER BY name LIMIT @limit";
  const names = await selectTexts(database, sql, { reachedName, limit });
  const last = names.at(-1);
  if (last !== undefined) {
    await database.run(
      `UPDATE counters SET updated_at = updated_at - @byMs, expires_at = expires_at - @byMs
       WHERE name > @reachedName AND name <= @last AND updated_at > @now`,
      { byMs, reachedName, last, now },
    );
    await database.run("UPDATE waiting_moves SET reached_name = @last", { last });
    if (names.length === limit) return 0;
  }
  await database.run("DELETE FROM waiting_move_skips");
  await database.run("DELETE FROM waiting_moves");
  return undefined;
}
