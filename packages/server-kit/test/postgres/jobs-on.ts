// The jobs of an instance on a pool of the test, without the other parts of a storage.
import { createJobs, jobsSchemaOf } from "../../src/storage/postgres/jobs.js";
import { closeAfterTest } from "../loopback.js";

export const schema = "payment_sessions";
export const jobsSchema = jobsSchemaOf(schema);

/** Stopped after the test. `names` are those under which runners hold jobs. The pool has every method of one of the package pg that is used. */
export function jobsOn(
  pool: unknown,
  {
    names = new Set<string>(),
    registerName = async (name: string): Promise<void> => void names.add(name),
  }: { names?: Set<string>; registerName?: (name: string) => Promise<void> } = {},
): ReturnType<typeof createJobs> {
  const jobs = createJobs({
    pool: async () => pool as never,
    schema,
    jobsSchema,
    registerName,
    unregisterName: async (name) => void names.delete(name),
  });
  closeAfterTest(() => jobs.stop());
  return jobs;
}
