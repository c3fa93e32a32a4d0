// How far a copy is, to standard error, a line for each tenth.
import type { CommandIo } from "./command-io.js";

export function tellTenths(io: Pick<CommandIo, "error">): (copied: number, total: number) => void {
  let told = -1;
  return (copied, total) => {
    const tenth = total === 0 ? 10 : Math.floor((copied * 10) / total);
    if (tenth > told) io.error(`${tenth * 10} % copied`);
    told = Math.max(told, tenth);
  };
}
