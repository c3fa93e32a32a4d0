// `npm start`: runs the cluster once and says what was counted. Exit status 1 when something was lost.
import { runCluster } from "./run-cluster.js";

const report = await runCluster({
  payments: Number(process.env.PAYMENTS ?? 300),
  concurrency: 12,
  instanceFile: new URL("./instance.js", import.meta.url),
  say: console.log,
});
const isComplete = report.settled === report.acknowledged && report.announced === report.acknowledged;
console.log(`
acknowledged payments       ${report.acknowledged}
settled in the database     ${report.settled}
announced to the shop       ${report.announced}
webhooks sent twice         ${report.repeatedWebhooks} (at least once is the promise; the shop tells them by their id)
seconds in all              ${report.seconds.toFixed(1)}

${isComplete ? "Nothing was lost." : "SOMETHING WAS LOST."}`);
process.exitCode = isComplete ? 0 : 1;
