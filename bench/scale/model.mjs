// What one machine, one PostgreSQL and a PostgreSQL partitioned by store hold, calculated from the measured life of a payment (life.json)
// and a simulated day. `node bench/scale/model.mjs` prints the tables of docs/scale.md; a test compares the two.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What is assumed, not measured: docs/scale.md gives the reason for each. */
export const assumptions = {
  coresOfInstance: 2,
  /** The share of a core that a service may use before its waits grow. */
  usableShare: 0.6,
  /** Write-ahead log that one PostgreSQL server keeps up with, bytes a second. */
  logBytesPerSecond: 50_000_000,
  /** Statements a second that one PostgreSQL server of eight cores executes. */
  statementsPerSecond: 40_000,
  partitions: 8,
  instances: 8,
  /** Of a day's payments, the busiest minute against the mean. */
  peakFactor: 3,
  daysKept: 540,
  endpointCap: 4,
};

const secondsOfDay = 86_400;
const minutesOfDay = 1440;

/** Payments a second that each set-up sustains, and what ends it. */
export function setUps({ sqlite, postgres }) {
  const { coresOfInstance, usableShare, instances, logBytesPerSecond, statementsPerSecond, partitions } = assumptions;
  const perInstance = (life) => (coresOfInstance * usableShare * 1e6) / life.cpuMicroseconds;
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
  const [wall, perSecond] = Object.entries(limits).reduce((least, limit) => (limit[1] < least[1] ? limit : least));
  return { wall, perSecond };
}

/**
 * One day of one store, minute by minute: its webhooks against what its endpoint takes with the cap.
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

/** Of the mean: low at night, `peakFactor` in the busiest minute; the mean over the day is one. */
function load(minute) {
  const shape = (at) => Math.exp(-(((at - 1200) / 260) ** 2)) * (assumptions.peakFactor - 0.4) + 0.4;
  meanShape ??=
    Array.from({ length: minutesOfDay }, (_, at) => shape(at)).reduce((sum, value) => sum + value) / minutesOfDay;
  return shape(minute) / meanShape;
}
let meanShape;

/** The tables as Markdown. */
export function renderTables(life) {
  const { peakFactor, daysKept } = assumptions;
  const perDay = (perSecond) => (perSecond / peakFactor) * secondsOfDay;
  const measured = table(
    ["One payment's life", "SQLite", "PostgreSQL"],
    [
      ["rows", count(rowsOf(life.sqlite)), count(rowsOf(life.postgres))],
      ["bytes kept, indexes included", count(life.sqlite.bytes), count(life.postgres.bytes)],
      ["bytes of write-ahead log", "not measured", count(life.postgres.logBytes)],
      ["statements", count(life.sqlite.statements), count(life.postgres.statements)],
      ["webhooks", count(life.sqlite.webhooks), count(life.postgres.webhooks)],
      [
        "CPU time of the service, ms",
        (life.sqlite.cpuMicroseconds / 1000).toFixed(1),
        (life.postgres.cpuMicroseconds / 1000).toFixed(1),
      ],
    ],
  );
  const capacity = table(
    ["Set-up", "Payments a second, sustained", "A day with its peak", `Kept for ${daysKept} days`, "What ends it"],
    setUps(life).map(({ name, bytes, perSecond, wall }) => [
      name,
      rounded(perSecond),
      rounded(perDay(perSecond)),
      size(perDay(perSecond) * daysKept * bytes),
      wall,
    ]),
  );
  const walls = table(
    ["Wall", "SQLite", "PostgreSQL"],
    [
      ["1e9 payments kept", size(1e9 * life.sqlite.bytes), size(1e9 * life.postgres.bytes)],
      [
        "1e4 stores: webhooks a second if each store sells one order a minute",
        ...Array(2).fill(rounded((1e4 / 60) * life.sqlite.webhooks)),
      ],
    ],
  );
  const [, one] = setUps(life);
  const halfOfTraffic = perDay(one.perSecond) / 2;
  const hotStore = table(
    [
      "One store with half of the traffic of one PostgreSQL",
      "Its endpoint takes, webhooks a second",
      "Longest wait of a webhook",
      "Done by the next night",
    ],
    [50, 200, 1000].map((responseMs) => {
      const day = simulateStore({
        paymentsPerDay: halfOfTraffic,
        responseMs,
        webhooksPerPayment: life.postgres.webhooks,
      });
      return [
        `${rounded(halfOfTraffic)} payments a day, the shop answers in ${responseMs} ms`,
        rounded(day.capacityPerSecond),
        duration(day.longestWaitMinutes),
        day.isCleared ? "yes" : "no",
      ];
    }),
  );
  return [measured, capacity, walls, hotStore].join("\n\n");
}

const rowsOf = ({ rows }) => Object.values(rows).reduce((sum, figure) => sum + figure, 0);
const count = (figure) => Math.round(figure).toLocaleString("en");
/** Two significant digits: the model says no more. */
const rounded = (figure) => Number(figure.toPrecision(2)).toLocaleString("en", { maximumFractionDigits: 1 });

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

export function readLife() {
  return JSON.parse(readFileSync(new URL("./life.json", import.meta.url), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderTables(readLife()));
