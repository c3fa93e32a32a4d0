// Measures how long the event loop is blocked: by elapsed time, and by the main thread's CPU time in the same
// period, which other programs on the machine lengthen less. CPU time per thread is available on Linux only;
// elsewhere only elapsed time is measured.
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const ownTime = `/proc/self/task/${process.pid}/schedstat`;

export function watchTurns() {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const descriptor = existsSync(ownTime) ? openSync(ownTime, "r") : undefined;
  let before = readMs(descriptor);
  let longestOwn = 0;
  const timer = setInterval(() => {
    const now = readMs(descriptor);
    longestOwn = Math.max(longestOwn, now - before);
    before = now;
  }, 1);
  return () => {
    delays.disable();
    clearInterval(timer);
    if (descriptor === undefined) return { blockedMs: delays.max / 1e6 };
    closeSync(descriptor);
    return { blockedMs: delays.max / 1e6, blockedCpuMs: longestOwn };
  };
}

const text = Buffer.alloc(64);

/** The first field of the file is the time on a processor in nanoseconds. */
function readMs(descriptor) {
  if (descriptor === undefined) return 0;
  const length = readSync(descriptor, text, 0, text.length, 0);
  return Number(text.toString("latin1", 0, length).split(" ", 1)[0]) / 1e6;
}
