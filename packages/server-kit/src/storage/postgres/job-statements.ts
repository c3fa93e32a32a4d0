// SQL that plans jobs: many in one statement, by the function of graphile-worker that its documentation supports.
import { quoteName } from "./quote-name.js";

/**
 * The commit does not wait for the disk: a job that is lost in a crash of the server is planned again by the leader's
 * next check. Values: three arrays of tasks, subjects and delays in milliseconds, and whether a job in progress
 * counts as planned. A job that is already planned for the subject, and not later, is not changed. A job without
 * attempts left, because each of them ended the process, is never taken, and is planned again. A store whose turn is
 * taken gets no job: the instance plans the next one when the turn ends.
 */
export function planJobsSql({ schema, jobsSchema }: { schema: string; jobsSchema: string }): string {
  const jobs = quoteName(jobsSchema);
  return `SELECT count(${jobs}.add_job(wanted.task, json_build_object('subject', wanted.subject),
      job_key => wanted.task || ':' || wanted.subject, run_at => now() + wanted.delay_ms * interval '1 millisecond'))
    FROM unnest($1::text[], $2::text[], $3::double precision[]) AS wanted (task, subject, delay_ms), set_config('synchronous_commit', 'off', true)
    WHERE NOT EXISTS (SELECT 1 FROM ${jobs}.jobs AS job WHERE job.key = wanted.task || ':' || wanted.subject
        AND CASE WHEN job.locked_at IS NULL THEN job.attempts < job.max_attempts ELSE $4 END
        AND job.run_at <= now() + wanted.delay_ms * interval '1 millisecond')
      AND NOT (wanted.task = 'deliver' AND EXISTS (SELECT 1 FROM ${quoteName(schema)}.endpoint_turns AS turn
        WHERE turn.merchant_id = wanted.subject AND turn.owner IS NOT NULL))`;
}
