// The checks of `doctor`, one function each: a finding states what was found and, for a problem, how to fix it.
import { existsSync } from "node:fs";
import type { Environment } from "../domain/environment.js";
import type { DeploymentFacts } from "../flows/inspect-deployment.js";
import { MissingEncryptionKeysError } from "../flows/require-sealing-keys.js";
import { createLinks } from "../http/links.js";
import { findInterruptedRestore } from "../storage/sqlite/interrupted-restore.js";
import type { GivenOptions } from "./command.js";
import { chosenDatabase, connectionsOf } from "./database.js";
import { checkDiskSpace, checkInterruptedRestore, checkPages, checkPermissions } from "./file-findings.js";
import type { Finding } from "./finding.js";
import { findMailProblem } from "./mailer-for.js";
import { withService } from "./open-service.js";
import { checkPostgres } from "./postgres-findings.js";
import { checkRunningService } from "./running-service-findings.js";
import { checkStores } from "./store-findings.js";

/** Deliveries are sent within a second; after this long, no process is sending. */
const overdueAfterMs = 60_000;
const encryptionKeyCheck = "encryption key";

export async function findProblems(given: GivenOptions, served: readonly Environment[]): Promise<Finding[]> {
  const baseUrl = readBaseUrl(given);
  const databaseFindings = await checkDatabase(given, served);
  return [
    checkBaseUrl(baseUrl, served),
    ...databaseFindings,
    ...(databaseFindings.some(({ check }) => check === encryptionKeyCheck) ? [] : [checkEncryptionKey(given)]),
    await checkMailer(given),
    ...checkProviders(given, served),
    ...(typeof baseUrl === "string" ? await checkRunningService(baseUrl) : []),
  ];
}

/** The base URL that `serve` would use; undefined when none is given, and an error when `serve` refuses it. */
function readBaseUrl(given: GivenOptions): string | Error | undefined {
  const text = given.text("base-url");
  if (!text) return undefined;
  try {
    return createLinks(text).baseUrl;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return new Error(message.replace(/^baseUrl/, given.source("base-url")));
  }
}

function checkBaseUrl(baseUrl: string | Error | undefined, served: readonly Environment[]): Finding {
  const check = "base url";
  if (baseUrl === undefined)
    return { level: "warning", check, message: "--base-url is not given: links point to the listening address" };
  if (baseUrl instanceof Error) return { level: "problem", check, message: baseUrl.message };
  if (baseUrl.startsWith("https:")) return { level: "ok", check, message: baseUrl };
  const level = served.includes("live") ? "warning" : "ok";
  return { level, check, message: `${baseUrl} is plain http on loopback: for local testing only` };
}

async function checkDatabase(given: GivenOptions, served: readonly Environment[]): Promise<Finding[]> {
  const database = chosenDatabase(given);
  const { label } = database;
  if (database.kind === "sqlite" && !existsSync(database.filename)) {
    const message =
      findInterruptedRestore(database.filename) ?? `${label} does not exist: run "payment-sessions migrate"`;
    return [{ level: "problem", check: "database", message }];
  }
  const fileFindings =
    database.kind === "sqlite"
      ? [
          checkPages(database.filename),
          checkDiskSpace(database.filename),
          ...checkInterruptedRestore(database.filename),
        ]
      : [];
  if (fileFindings.some(({ level, check }) => level === "problem" && check === "database file")) return fileFindings;
  try {
    return await withService(given, {}, async (service) => {
      const facts = await service.inspect();
      return [
        ...fileFindings,
        { level: "ok", check: "database", message: `${label} can be read and written` },
        ...(database.kind === "sqlite" ? [checkPermissions(database.filename)] : []),
        ...(database.kind === "postgres"
          ? await checkPostgres({ ...database, maxConnections: connectionsOf(given) })
          : []),
        checkMigrations(facts),
        ...checkRunningServices(facts),
        checkOverdue(facts),
        ...checkFailed(facts),
        ...checkQuarantine(facts),
        ...checkProxy(facts),
        ...(await checkStores(service, given, served)),
      ];
    });
  } catch (error) {
    if (error instanceof MissingEncryptionKeysError) {
      return [{ level: "problem", check: encryptionKeyCheck, message: error.message }];
    }
    const reason = error instanceof Error ? error.message : String(error);
    const message = reason.startsWith(label) ? reason : `${label} cannot be used: ${reason}`;
    return [...fileFindings, { level: "problem", check: "database", message }];
  }
}

function checkMigrations({ migrations }: DeploymentFacts): Finding {
  const missing = migrations.filter(({ isApplied }) => !isApplied).map(({ name }) => name);
  return missing.length === 0
    ? { level: "ok", check: "migrations", message: `${migrations.length} applied` }
    : {
        level: "problem",
        check: "migrations",
        message: `not applied: ${missing.join(", ")}; run "payment-sessions migrate"`,
      };
}

function checkRunningServices({ runningServices }: DeploymentFacts): Finding[] {
  if (runningServices.length < 2) return [];
  const processes = runningServices.map(({ host, processId }) => `process ${processId} on ${host}`).join(", ");
  const message = `${runningServices.length} services run on this database (${processes}): nothing is lost or sent twice, but limits such as concurrent sends to one endpoint apply per process. Stop all but one, or move to PostgreSQL with "payment-sessions copy"`;
  return [{ level: "warning", check: "services", message }];
}

function checkOverdue({ oldestDueDeliveryAt, now }: DeploymentFacts): Finding {
  const check = "deliveries";
  const lateMs = oldestDueDeliveryAt === undefined ? 0 : now - oldestDueDeliveryAt;
  if (lateMs <= overdueAfterMs) return { level: "ok", check, message: "none is overdue" };
  const message = `the oldest due delivery has waited for ${Math.round(lateMs / 1000)} s: is "payment-sessions serve" running on this database?`;
  return { level: "problem", check, message };
}

function checkFailed({ deliveryCounts }: DeploymentFacts): Finding[] {
  const { exhausted = 0, dead = 0 } = deliveryCounts;
  if (exhausted + dead === 0) return [];
  const message = `${counted(exhausted)} exhausted and ${counted(dead)} dead: once the cause is fixed, run "payment-sessions webhook redeliver --state exhausted,dead" (--dry-run counts them; --merchant-id, --since and --until limit them)`;
  return [{ level: "warning", check: "deliveries", message }];
}

/** The service counts at most 10 000 deliveries in each state. */
function counted(count: number): string {
  return count >= 10_000 ? "10 000 or more" : String(count);
}

function checkQuarantine({ quarantinedDeliveryCount: count }: DeploymentFacts): Finding[] {
  if (count === 0) return [];
  const message = `${count} in quarantine: the process ended several times in a row while they were sent. They are sent one at a time, up to an hour apart; find in the log what ended the process, then run "payment-sessions webhook redeliver" to send one now`;
  return [{ level: "warning", check: "deliveries", message }];
}

/** A later change of `trustedProxyHops` is not detected here: the recorded request is removed after a week. */
function checkProxy({ ignoredForwardingAt }: DeploymentFacts): Finding[] {
  if (ignoredForwardingAt === undefined) return [];
  const at = new Date(ignoredForwardingAt).toISOString();
  const message = `X-Forwarded-For was received and ignored at ${at}: behind a proxy all callers then share one rate limit; give serve --trusted-proxy-hops`;
  return [{ level: "warning", check: "proxy", message }];
}

function checkEncryptionKey(given: GivenOptions): Finding {
  const check = encryptionKeyCheck;
  if (given.secret("encryption-key") !== undefined) return { level: "ok", check, message: "set in the environment" };
  const { configFile } = given;
  if (configFile?.config.encryptionKey !== undefined)
    return { level: "ok", check, message: `set in ${configFile.name}` };
  return {
    level: "warning",
    check,
    message:
      'generated and stored in the database itself: set PAYMENT_SESSIONS_ENCRYPTION_KEY, then run "payment-sessions reseal"',
  };
}

async function checkMailer(given: GivenOptions): Promise<Finding> {
  const { configFile } = given;
  if (configFile?.config.mailer !== undefined) {
    return { level: "ok", check: "mail", message: `the mailer of ${configFile.name}` };
  }
  const problem = await findMailProblem(given);
  if (problem !== undefined) return { level: "problem", check: "mail", message: problem };
  return given.text("smtp-url")
    ? { level: "ok", check: "mail", message: "the mail server accepts connections" }
    : { level: "warning", check: "mail", message: "no --smtp-url: no mail is sent about failed deliveries" };
}

function checkProviders(given: GivenOptions, served: readonly Environment[]): Finding[] {
  if (!served.includes("live")) return [];
  const provider = given.configFile?.config.openBanking?.live;
  if (provider !== undefined) return [{ level: "ok", check: "provider", message: `live payments: ${provider.code}` }];
  return [
    {
      level: "warning",
      check: "provider",
      message:
        "live payments are served without an open-banking provider: direct live sessions get 403. Set openBanking.live in payment-sessions.config.ts, or --environments test",
    },
  ];
}
