// The checks of `doctor` for the running service: whether it is reachable at its base URL, its health, and its clock.
import { errorCode, readField, readText } from "../domain/read-field.js";
import type { Finding } from "./finding.js";

const clockToleranceMs = 5000;
const healthTimeoutMs = 5000;

/** One request for both checks: the health response contains the service's time. */
export async function checkRunningService(baseUrl: string): Promise<Finding[]> {
  const address = `${baseUrl.replace(/\/+$/, "")}/health`;
  try {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(healthTimeoutMs) });
    const body: unknown = await response.json();
    return [checkHealth(address, response.status, body), ...checkClock(body)];
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `no valid response from ${address}: ${reason}. ${adviceFor(cause)}`;
    return [{ level: "problem", check: "service", message }];
  }
}

/** The statuses are described at `getHealth` in spec/openapi.yaml. */
function checkHealth(address: string, status: number, body: unknown): Finding {
  const check = "service";
  const services = readField(body, "services");
  const database = readText(services, "database") ?? "";
  const application = readText(services, "application") ?? "";
  const background = readText(services, "background");
  if (status === 200 && background !== "not_started") return { level: "ok", check, message: `${address} returns 200` };
  if (status === 200) {
    const message = `${address} returns 200, but no webhook is sent and no payment expires: the host must call service.start(), or service.runDue() from cron`;
    return { level: "warning", check, message };
  }
  const advices: Record<string, string> = {
    down: "its database cannot be reached or written: see the findings on it above, the errors in the log of serve, and the free space on its disk (df)",
    migrations_pending: 'run "payment-sessions migrate" on the database of the service',
    no_background_work: "no background work runs: the host must call service.start(), or service.runDue() from cron",
    stopping: 'it is stopping: start it again with "payment-sessions serve"',
  };
  const advice = advices[database === "up" ? application : database];
  const message = `${address} returns ${status}: ${advice ?? JSON.stringify(body)}`;
  return { level: "problem", check, message };
}

/** The advice when the service cannot be reached at its base URL. */
function adviceFor(cause: unknown): string {
  const code = errorCode(cause) ?? "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "Add the host name of --base-url to the DNS";
  if (/CERT|TLS|SSL|VERIFY|ISSUER/.test(code)) {
    return "Give the proxy a trusted certificate; for your own authority, run doctor with NODE_EXTRA_CA_CERTS=<file>";
  }
  return 'Is "payment-sessions serve" running, and does the proxy forward to it?';
}

function checkClock(health: unknown): Finding[] {
  const serviceTime = Date.parse(readText(health, "timestamp") ?? "");
  if (Number.isNaN(serviceTime)) return [];
  const offMs = Math.abs(Date.now() - serviceTime);
  return offMs <= clockToleranceMs
    ? [{ level: "ok", check: "clock", message: "the clocks of this machine and of the service agree" }]
    : [
        {
          level: "problem",
          check: "clock",
          message: `the service's clock differs from this machine's by ${Math.round(offMs / 1000)} s: synchronise both (NTP)`,
        },
      ];
}
