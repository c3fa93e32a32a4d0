// Writes a soak's result: each figure in the second quarter and in the last, and whether it stayed flat.
import { cpus } from "node:os";
import { median, short } from "./statistics.mjs";

/**
 * The last quarter may exceed the second one by this factor plus this slack, which is the variation that
 * garbage collection causes in memory.
 */
const figures = [
  { field: "rssMb", title: "memory of the process, MB", factor: 1.15, slack: 20 },
  { field: "heapMb", title: "heap in use, MB", factor: 1.25, slack: 20 },
  { field: "handles", title: "file handles and sockets", factor: 1.1, slack: 10 },
  { field: "walMb", title: "write-ahead log, MB", factor: 1.1, slack: 8 },
  { field: "bytesPerPayment", title: "bytes in the file for each payment", factor: 1.1, slack: 200 },
  {
    field: "oldestDueMs",
    title: "age of the oldest due delivery to an endpoint that responds, ms",
    factor: 1.5,
    slack: 1000,
  },
  { field: "fileMb", title: "database file, MB (grows with the payments)" },
];

export function soakPage(samples, { minutes, rate, storeCount, done }) {
  const quarter = Math.floor(samples.length / 4);
  const second = samples.slice(quarter, 2 * quarter);
  const last = samples.slice(-quarter);
  const rows = figures.map(({ field, title, factor, slack = 0 }) => {
    const before = median(second.map((sample) => sample[field]));
    const after = median(last.map((sample) => sample[field]));
    const highest = Math.max(...samples.map((sample) => sample[field]));
    const verdict = factor === undefined ? "" : after <= before * factor + slack ? "flat" : "GROWS";
    return { verdict, line: `| ${title} | ${short(before)} | ${short(after)} | ${short(highest)} | ${verdict} |` };
  });
  const text = [
    "# Soak",
    "",
    `Written by \`npm run bench:soak\`: ${minutes} minutes, ${rate} payments a second requested, ${storeCount} stores, every second one with an endpoint that refuses connections. Done: ${done.payments} payments, ${done.reads} status reads, ${done.settled} settled, ${done.pages} pages of the panel; every response was a 200.`,
    "",
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0].model.trim()}, Node.js ${process.version}.`,
    "",
    "| | second quarter, median | last quarter, median | highest | |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(({ line }) => line),
    "",
  ].join("\n");
  return { text, isFlat: rows.every(({ verdict }) => verdict !== "GROWS") };
}
