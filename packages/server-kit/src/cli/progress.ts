// Progress of a copy on standard error: one line for each tenth.
import type { CommandIo } from "./command-io.js";

export function reportTenths(io: Pick<CommandIo, "error">): (copied: number, total: number) => void {
  let reported = -1;
  return (copied, total) => {
    const tenth = total === 0 ? 10 : Math.floor((copied * 10) / total);
    if (tenth > reported) io.error(`${tenth * 10} % copied`);
    reported = Math.max(reported, tenth);
  };
}
