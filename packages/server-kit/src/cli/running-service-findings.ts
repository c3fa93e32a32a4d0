// The checks of `doctor` for the service that runs: is it reached through its own address, is it healthy, and does its clock agree?
import { errorCode, readField, readText } from "../domain/read-field.js";
import type { Finding } from "./finding.js";

const clockToleranceMs = 5000;
const askTimeoutMs = 5000;

/** Also tells whether the clocks agree: the answer carries the service's own time. */
export async function checkRunningService(baseUrl: string): Promise<Finding[]> {
  const address = `${baseUrl.replace(/\/+$/, "")}/health`;
  try {
    const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(askTimeoutMs) });
    const body: unknown = await answer.json();
    return [judgeHealth(address, answer.status, body), ...checkClock(body)];
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const told = cause instanceof Error ? cause.message : String(cause);
    const message = `${address} does not answer as the service would: ${told}. ${wayOut(cause)}`;
    return [{ level: "problem", check: "service", message }];
  }
}

/** By what `GET /health` told (API description: getHealth). */
function judgeHealth(address: string, status: number, body: unknown): Finding {
  const check = "service";
  const services = readField(body, "services");
  const database = readText(services, "database") ?? "";
  const application = readText(services, "application") ?? "";
  const background = readText(services, "background");
  if (status === 200 && background !== "not_started") return { level: "ok", check, message: `${address} answers 200` };
  if (status === 200) {
    const message = `${address} answers 200, but nothing is delivered and nothing expires: the host has to call service.start(), or service.runDue() by cron`;
    return { level: "warning", check, message };
  }
  const wayOuts: Record<string, string> = {
    down: "its database does not answer or takes no writes: look for what is wrong with it above and for errors in the log of serve, and at the room on its disk (df)",
    migrations_pending: 'run "payment-sessions migrate" with the database of the service',
    no_background_work: "no background work runs: the host has to call service.start(), or service.runDue() by cron",
    stopping: 'it is being stopped: start it again with "payment-sessions serve"',
  };
  const wayOut = wayOuts[database === "up" ? application : database];
  const message = `${address} answers ${status}: ${wayOut ?? JSON.stringify(body)}`;
  return { level: "problem", check, message };
}

/** What to do when the service is not reached through its own address. */
function wayOut(cause: unknown): string {
  const code = errorCode(cause) ?? "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "Give the name of --base-url an address in the DNS";
  if (/CERT|TLS|SSL|VERIFY|ISSUER/.test(code)) {
    return "Give the proxy a certificate that is trusted; for one of your own, NODE_EXTRA_CA_CERTS=<file> names it to doctor";
  }
  return 'Is "payment-sessions serve" running, and does the proxy lead to it?';
}

function checkClock(health: unknown): Finding[] {
  const serviceTime = Date.parse(readText(health, "timestamp") ?? "");
  if (Number.isNaN(serviceTime)) return [];
  const offMs = Math.abs(Date.now() - serviceTime);
  return offMs <= clockToleranceMs
    ? [{ level: "ok", check: "clock", message: "this machine and the service agree" }]
    : [
        {
          level: "problem",
          check: "clock",
          message: `the service's clock is ${Math.round(offMs / 1000)} s off this machine's`,
        },
      ];
}
