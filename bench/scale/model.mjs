// The capacity of one machine, one PostgreSQL and a PostgreSQL partitioned by store, calculated from the measured lifecycle of a payment (lifecycle.json)
// and a simulated day. `node bench/scale/model.mjs` prints the tables of docs/scale.md; a test compares the two.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Assumptions, not measurements: docs/scale.md has the reason for each. */
export const assumptions = {
  coresOfInstance: 2,
  /** The share of a core that a service may use before its waits grow. */
  usableShare: 0.6,
  /** Write-ahead log that one PostgreSQL server can write, bytes a second. */
  logBytesPerSecond: 50_000_000,
  /** Statements a second that one PostgreSQL server of eight cores executes. */
  statementsPerSecond: 40_000,
  partitions: 8,
  instances: 8,
  /** The busiest minute of a day, relative to the mean. */
  peakFactor: 3,
  daysKept: 540,
  endpointCap: 4,
};

const secondsOfDay = 86_400;
const minutesOfDay = 1440;

/** Payments a second that each deployment sustains, and its bottleneck. */
export function setUps({ sqlite, postgres }) {
  const { coresOfInstance, usableShare, instances, logBytesPerSecond, statementsPerSecond, partitions } = assumptions;
  const perInstance = (lifecycle) => (coresOfInstance * usableShare * 1e6) / lifecycle.cpuMicroseconds;
  // One process runs the service on SQLite: one core for its JavaScript.
  const sqliteLimits = { "CPU of the one process": (usableShare * 1e6) / sqlite.cpuMicroseconds };
  const serverLimits = (servers) => ({
    [`CPU of ${instances * servers} instances`]: instances * servers * perInstance(postgres),
    "statements of the server": (servers * statementsPerSecond) / postgres.statements,
    "log of the server": (servers * logBytesPerSecond) / postgres.logBytes,
  });
  return [
    { name: "One instance, SQLite", bytes: sqlite.bytes, ...smallest(sqliteLimits) },
    { name: `${instances} instances, one PostgreSQL`, bytes: postgres.bytes, ...smallest(serverLimits(1)) },
    {
      name: `${instances * partitions} instances, PostgreSQL partitioned by store over ${partitions} servers`,
      bytes: postgres.bytes,
      ...smallest(serverLimits(partitions)),
    },
  ];
}

function smallest(limits) {
  const [bottleneck, perSecond] = Object.entries(limits).reduce((least, limit) =>
    limit[1] < least[1] ? limit : least,
  );
  return { bottleneck, perSecond };
}

/**
 * One day of one store, minute by minute: its webhooks against the capacity of its endpoint with the cap.
 * @returns {{ capacityPerSecond: number, longestWaitMinutes: number, isCleared: boolean }}
 */
export function simulateStore({ paymentsPerDay, responseMs, webhooksPerPayment }) {
  const capacity = (assumptions.endpointCap * 60_000) / responseMs;
  let waiting = 0;
  let longestWaitMinutes = 0;
  for (let minute = 0; minute < 2 * minutesOfDay; minute += 1) {
    const arriving = minute < minutesOfDay ? (paymentsPerDay / minutesOfDay) * load(minute) * webhooksPerPayment : 0;
    waiting = Math.max(0, waiting + arriving - capacity);
    longestWaitMinutes = Math.max(longestWaitMinutes, waiting / capacity);
  }
  return { capacityPerSecond: capacity / 60, longestWaitMinutes, isCleared: waiting === 0 };
}

/** Relative to the mean: low at night, `peakFactor` in the busiest minute; the mean over the day is one. */
function load(minute) {
  const shape = (at) => Math.exp(-(((at - 1200) / 260) ** 2)) * (assumptions.peakFactor - 0.4) + 0.4;
  meanShape ??=
    Array.from({ length: minutesOfDay }, (_, at) => shape(at)).reduce((sum, value) => sum + value) / minutesOfDay;
  return shape(minute) / meanShape;
}
let meanShape;

/** The tables as Markdown. */
export function renderTables(lifecycle) {
  return [lifecycleTable(lifecycle), capacityTable(lifecycle), limitsTable(lifecycle), busyStoreTable(lifecycle)].join(
    "\n\n",
  );
}

const perDay = (perSecond) => (perSecond / assumptions.peakFactor) * secondsOfDay;

function lifecycleTable({ sqlite, postgres }) {
  const cpuMs = ({ cpuMicroseconds }) => (cpuMicroseconds / 1000).toFixed(1);
  return table(
    ["One payment's lifecycle", "SQLite", "PostgreSQL"],
    [
      ["rows", count(rowsOf(sqlite)), count(rowsOf(postgres))],
      ["bytes kept, indexes included", count(sqlite.bytes), count(postgres.bytes)],
      ["bytes of write-ahead log", "not measured", count(postgres.logBytes)],
      ["statements", count(sqlite.statements), count(postgres.statements)],
      ["webhooks", count(sqlite.webhooks), count(postgres.webhooks)],
      ["CPU time of the service, ms", cpuMs(sqlite), cpuMs(postgres)],
    ],
  );
}

function capacityTable(lifecycle) {
  const { daysKept } = assumptions;
  return table(
    ["Set-up", "Payments a second, sustained", "A day with its peak", `Kept for ${daysKept} days`, "Bottleneck"],
    setUps(lifecycle).map(({ name, bytes, perSecond, bottleneck }) => [
      name,
      rounded(perSecond),
      rounded(perDay(perSecond)),
      size(perDay(perSecond) * daysKept * bytes),
      bottleneck,
    ]),
  );
}

function limitsTable({ sqlite, postgres }) {
  const ordersPerSecond = 1e4 / 60;
  return table(
    ["Limit", "SQLite", "PostgreSQL"],
    [
      ["1e9 payments kept", size(1e9 * sqlite.bytes), size(1e9 * postgres.bytes)],
      [
        "1e4 stores: webhooks a second if each store sells one order a minute",
        ...Array(2).fill(rounded(ordersPerSecond * sqlite.webhooks)),
      ],
    ],
  );
}

function busyStoreTable(lifecycle) {
  const [, onePostgres] = setUps(lifecycle);
  const paymentsPerDay = perDay(onePostgres.perSecond) / 2;
  const webhooksPerPayment = lifecycle.postgres.webhooks;
  return table(
    [
      "One store with half of the traffic of one PostgreSQL",
      "Capacity of its endpoint, webhooks a second",
      "Longest wait of a webhook",
      "Delivered by the next night",
    ],
    [50, 200, 1000].map((responseMs) => {
      const day = simulateStore({ paymentsPerDay, responseMs, webhooksPerPayment });
      return [
        `${rounded(paymentsPerDay)} payments a day, the endpoint responds in ${responseMs} ms`,
        rounded(day.capacityPerSecond),
        duration(day.longestWaitMinutes),
        day.isCleared ? "yes" : "no",
      ];
    }),
  );
}

const rowsOf = ({ rows }) => Object.values(rows).reduce((sum, value) => sum + value, 0);
const count = (value) => Math.round(value).toLocaleString("en");
/** Two significant digits, the precision of the model. */
const rounded = (value) => Number(value.toPrecision(2)).toLocaleString("en", { maximumFractionDigits: 1 });

function size(bytes) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${rounded(bytes / 1000 ** power)} ${units[power]}`;
}

function duration(minutes) {
  if (minutes === 0) return "none";
  if (minutes < 120) return `${rounded(minutes)} min`;
  return `${rounded(minutes / 60)} h`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

export function readLifecycle() {
  return JSON.parse(readFileSync(new URL("./lifecycle.json", import.meta.url), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderTables(readLifecycle()));
