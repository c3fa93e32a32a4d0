// Waiting rows in SQLite: when the clock was set back, all of them are moved, in slices.
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
  move: moveSliceSql(step, `${step.key} IN (SELECT value FROM json_each(@ids))`),
}));

interface Move {
  byMs: number;
  latest: number;
  step: number;
  reached: number;
  reachedName: string;
}
const findMoveSql =
  "SELECT by_ms AS byMs, latest, step, reached, reached_name AS reachedName FROM waiting_moves WHERE move_id = 1";

export function createWaitingRecords(database: Database): WaitingRecords {
  return {
    async latestMoment() {
      const sql = "SELECT value FROM settings WHERE name = @name";
      const [value] = selectTexts(database, sql, { name: latestMomentName });
      return value === undefined ? undefined : Number(value);
    },
    async keepLatestMoment(now) {
      database
        .prepare(
          `INSERT INTO settings (name, value) VALUES (@name, @value)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        )
        .run({ name: latestMomentName, value: String(now) });
    },
    async isMoving() {
      return findMove(database) !== undefined;
    },
    async beginMove({ byMs, latest }) {
      const [held] = heldSql.map((sql) => database.prepare(sql).run({ byMs }).changes);
      database.prepare(runningCallsSql).run({ byMs, keysSince: oldestRunningKey(latest) });
      database
        .prepare(
          `INSERT INTO waiting_moves (move_id, by_ms, latest, step, reached, reached_name, is_slice)
           VALUES (1, @byMs, @latest, 0, @lowestPosition, '', 0)`,
        )
        .run({ byMs, latest, lowestPosition });
      return held ?? 0;
    },
    async moveSlice({ now, limit }) {
      const move = findMove(database);
      if (move === undefined) return undefined;
      const slice = slices[move.step];
      if (slice === undefined) return moveCounters(database, move, { now, limit });
      const { latest, byMs, step, reached } = move;
      // `findSliceSql` selects these two columns.
      const found = database.prepare(slice.find).all({
        reached,
        limit,
        ...(slice.by === "sent_at" && { since: latest - digestWindowMs }),
      }) as { id: string; at: number }[];
      database.prepare("UPDATE waiting_moves SET is_slice = 1").run();
      if (found.length > 0) {
        database.prepare(slice.move).run({ byMs, ids: JSON.stringify(found.map(({ id }) => id)) });
      }
      const isOver = found.length < limit;
      database
        .prepare("UPDATE waiting_moves SET is_slice = 0, step = @step, reached = @reached")
        .run(isOver ? { step: step + 1, reached: lowestPosition } : { step, reached: found.at(-1)?.at ?? reached });
      return slice.isCounted ? found.length : 0;
    },
    async correctTimesAhead({ now, latest, firstPollDelayMs, limit }) {
      const sends = database
        .prepare(
          `UPDATE deliveries SET manual_send_at = min(manual_send_at, @now),
             next_attempt_at = CASE attempt_count WHEN 0 THEN min(next_attempt_at, @now) ELSE next_attempt_at END
           WHERE delivery_id IN (SELECT delivery_id FROM deliveries
             WHERE is_retry = 0 AND due_at > @latest AND (attempt_count = 0 OR manual_send_at IS NOT NULL) LIMIT @limit)`,
        )
        .run({ now, latest, limit });
      const polls = database
        .prepare(
          `UPDATE payment_attempts SET next_poll_at = @now + @firstPollDelayMs
           WHERE attempt_id IN (SELECT attempt_id FROM payment_attempts
             WHERE next_poll_at > @latest + @firstPollDelayMs AND poll_count = 0 AND created_at > @latest LIMIT @limit)`,
        )
        .run({ now, latest, firstPollDelayMs, limit });
      return sends.changes + polls.changes;
    },
  };
}

function findMove(database: Database): Move | undefined {
  // `findMoveSql` selects the fields of Move.
  return database.prepare(findMoveSql).get() as Move | undefined;
}

/** The last step: reads at most `limit` rows, moves those of the earlier clock, and ends the move after the last row. */
function moveCounters(
  database: Database,
  { byMs, reachedName }: Move,
  { now, limit }: { now: number; limit: number },
): number | undefined {
  const sql = "SELECT name FROM counters WHERE name > @reachedName ORDER BY name LIMIT @limit";
  const names = selectTexts(database, sql, { reachedName, limit });
  const last = names.at(-1);
  if (last !== undefined) {
    database
      .prepare(
        `UPDATE counters SET updated_at = updated_at - @byMs, expires_at = expires_at - @byMs
         WHERE name > @reachedName AND name <= @last AND updated_at > @now`,
      )
      .run({ byMs, reachedName, last, now });
    database.prepare("UPDATE waiting_moves SET reached_name = @last").run({ last });
    if (names.length === limit) return 0;
  }
  database.prepare("DELETE FROM waiting_move_skips").run();
  database.prepare("DELETE FROM waiting_moves").run();
  return undefined;
}
