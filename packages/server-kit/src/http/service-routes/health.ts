// GET /health, /live and /ready: whether the service works, whether the process runs, whether this instance may receive traffic
// (spec/rules.md#health-and-version).
import type { Clock, Logger } from "../../domain/clock.js";
import { errorTable } from "../../domain/generated/error-table.js";
import { serviceVersion } from "../../domain/service-version.js";
import type { Storage } from "../../storage/port.js";
import { type Call, type Endpoint, endpoint, sendJson } from "../call.js";
import { contract } from "../generated/contract.js";

export interface HealthDependencies {
  storage: Storage;
  clock: Clock;
  logger: Logger;
  /** False once a stop has begun. */
  isAccepting(): boolean;
  /** Left out when there is no background work to monitor. */
  background?: BackgroundWatch | undefined;
  /** Name of the deployment. */
  deploymentName: string;
  /** Epoch milliseconds. */
  startedAt: number;
}

export interface BackgroundWatch {
  state(): "running" | "on_demand" | "not_started";
  /** True when background work has not been done for 15 minutes, here or by another instance; the rules: watch-background.ts. */
  isMissing(): Promise<boolean>;
}

type DatabaseState = "up" | "down" | "migrations_pending";

/** A database that takes longer counts as down. */
const databaseTimeoutMs = 3000;

export function healthEndpoints(dependencies: HealthDependencies): Endpoint[] {
  const { clock, isAccepting, deploymentName, startedAt, background } = dependencies;
  const checkDatabase = createDatabaseCheck(dependencies);
  const timestamp = () => new Date(clock.now()).toISOString();

  async function sendVerdict(call: Call, healthy: () => object): Promise<void> {
    const [database, application] = await Promise.all([
      checkDatabase(),
      isAccepting() ? checkBackground(dependencies) : "stopping",
    ]);
    if (application === "up" && database === "up") return sendJson(call, 200, healthy());
    const code = application === "stopping" ? "SHUTTING_DOWN" : "UNHEALTHY";
    const { error, message } = errorTable[code];
    call.ctx.set("Retry-After", "5");
    sendJson(call, 503, {
      status: "unhealthy",
      timestamp: timestamp(),
      code,
      error,
      message,
      requestId: call.requestId,
      services: { database, application },
    });
  }

  return [
    endpoint(contract.getHealth, [
      (call) =>
        sendVerdict(call, () => ({
          status: "healthy",
          timestamp: timestamp(),
          services: {
            database: "up",
            application: "up",
            environment: deploymentName,
            ...(background && { background: background.state() }),
          },
          version: serviceVersion,
          uptime: Math.max(0, clock.now() - startedAt) / 1000,
        })),
    ]),
    endpoint(contract.getReady, [(call) => sendVerdict(call, () => ({ status: "ready", timestamp: timestamp() }))]),
    endpoint(contract.getLive, [(call) => sendJson(call, 200, { status: "live", timestamp: timestamp() })]),
  ];
}

/** Checks with a real query. During a stop the database may be closed already, so the last result is returned. */
function createDatabaseCheck({ storage, logger, isAccepting }: HealthDependencies): () => Promise<DatabaseState> {
  let last: DatabaseState = "up";
  return async () => {
    if (!isAccepting()) return last;
    try {
      last = await withinTimeout(async () => {
        await storage.ping();
        const migrations = await storage.migrations();
        return migrations.every(({ isApplied }) => isApplied) ? "up" : "migrations_pending";
      });
    } catch (error) {
      last = "down";
      logger.error({ err: error }, "the database does not respond");
    }
    return last;
  };
}

/** An error here, such as a timeout, is ignored: the check of the database reports one that does not respond. */
async function checkBackground({ background }: HealthDependencies): Promise<"up" | "no_background_work"> {
  if (background === undefined) return "up";
  return (await withinTimeout(background.isMissing).catch(() => false)) ? "no_background_work" : "up";
}

async function withinTimeout<Result>(work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The database did not respond within ${databaseTimeoutMs} ms.`)),
      databaseTimeoutMs,
    );
  });
  try {
    return await Promise.race([work(), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
