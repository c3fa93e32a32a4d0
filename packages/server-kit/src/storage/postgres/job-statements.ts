// SQL about jobs. They are added by graphile-worker's own function, in one statement for many.
import { quoteName } from "./quote-name.js";

/**
 * The commit does not wait for the disk: a job that a crash of the server loses is planned again at the leader's next look.
 * Values: tasks, subjects and delays in milliseconds, three arrays. A job that is planned for the subject already, and not later, is
 * left as it is; so is a store whose turn an instance has: it plans the next one itself when the turn ends.
 */
export function planJobsSql({ schema, jobsSchema }: { schema: string; jobsSchema: string }): string {
  const jobs = quoteName(jobsSchema);
  return `SELECT count(${jobs}.add_job(wanted.task, json_build_object('subject', wanted.subject),
      job_key => wanted.task || ':' || wanted.subject, run_at => now() + wanted.delay_ms * interval '1 millisecond'))
    FROM unnest($1::text[], $2::text[], $3::double precision[]) AS wanted (task, subject, delay_ms), set_config('synchronous_commit', 'off', true)
    WHERE NOT EXISTS (SELECT 1 FROM ${jobs}.jobs AS job WHERE job.key = wanted.task || ':' || wanted.subject
        AND job.locked_at IS NULL AND job.run_at <= now() + wanted.delay_ms * interval '1 millisecond')
      AND NOT (wanted.task = 'deliver' AND EXISTS (SELECT 1 FROM ${quoteName(schema)}.endpoint_turns AS turn
        WHERE turn.merchant_id = wanted.subject AND turn.owner IS NOT NULL))`;
}
