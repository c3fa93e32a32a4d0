// `npm start`: runs the cluster once and prints the counts. Exit status 1 when something was lost.
import { runCluster } from "./run-cluster.js";

const report = await runCluster({
  payments: Number(process.env.PAYMENTS ?? 300),
  concurrency: 12,
  instanceFile: new URL("./instance.js", import.meta.url),
  log: console.log,
});
const isComplete = report.settled === report.acknowledged && report.reported === report.acknowledged;
console.log(`
acknowledged payments       ${report.acknowledged}
settled in the database     ${report.settled}
reported to the store       ${report.reported}
webhooks sent twice         ${report.duplicateWebhooks} (delivery is at least once; receivers deduplicate by id)
seconds in all              ${report.seconds.toFixed(1)}

${isComplete ? "Nothing was lost." : "SOMETHING WAS LOST."}`);
process.exitCode = isComplete ? 0 : 1;
