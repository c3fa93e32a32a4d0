// Which imports and file names hold the house up, as one function for each rule. A rule yields problems; an empty answer means that it holds.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

const scope = "@payment-sessions/";

/** Which packages of ours each package may depend on. */
const packageDependencies = { "server-kit": ["webhook-verifier"], sdk: [], "webhook-verifier": [] };

/**
 * The one way out of a package by a path: the mock is the service's own rules with its own doors, taken in when it is built, so that
 * each rule exists once (docs/decisions/mock-shares-the-service-rules.md). The client beside it knows nothing of the service.
 */
const mocksPlace = ["packages", "sdk", "src", "mock"];
const roomsForMock = ["domain", "flows", "http", "background", "storage", "outbound"];
/** Pages and database drivers would only make it large. */
const closedToMock = ["http/checkout", "http/panel", "storage/sqlite", "storage/postgres"];

/** Rooms of the server kit by floor, the domain at the bottom; those of one floor never see each other. */
const floors = [["domain"], ["storage", "outbound"], ["flows"], ["http", "background"]];
/** Above them: the command line, the conformance suites and every file that lies directly in `src`. They know everyone; nobody below knows them. */
const topFloor = floors.length;

/** What the domain must not know: the web framework, SQL and the network, in packages and in the platform. */
const forbiddenInDomain =
  /^(?:koa(?:-.*)?|@koa\/.*|pg|better-sqlite3|undici|(?:node:)?(?:http2?|https|net|tls|dns|fs|dgram|child_process|worker_threads|timers)(?:\/.*)?)$/;
const randomSources = /^(?:node:)?crypto$/;

const forbiddenWords = /^(?:utils?|helpers?|common|shared|misc|managers?|types)$/;
const forbiddenEndings = /-(?:utils?|helpers?|common|shared|misc|managers?)$/;

/**
 * @param {import("./read-source.mjs").Source} source
 * @param {{ root: string, entries: Set<string>, files: Set<string> }} house
 */
export function* problemsOfFile(source, house) {
  const place = placeOf(source.path, house.root);
  yield* forbiddenNames(source, place);
  yield* barrels(source, house);
  if (source.defaultExportLine !== undefined && !source.path.endsWith(".config.ts")) {
    yield problem(source, source.defaultExportLine, "default-export", "exports a default: only named exports here");
  }
  if (place.package !== undefined) yield* foreignPackages(source, place);
  yield* leavingThePackage(source, place, house);
  if (place.package === "server-kit" && place.room !== undefined) yield* climbing(source, place, house);
  if (place.package === "server-kit" && place.room === "domain") yield* impureDomain(source);
}

/** Circles over all files; type-only imports count, since the reader walks them as well. */
export function* importCircles(sources, house) {
  const targets = new Map(
    sources.map((source) => [
      source.path,
      source.imports
        .map(({ specifier }) => resolveImport(source.path, specifier, house))
        .filter((path) => path !== undefined),
    ]),
  );
  for (const circle of stronglyConnected(targets)) {
    const names = circle.map((path) => relative(house.root, path)).sort();
    yield { file: names[0], line: 1, rule: "circle", message: `is part of an import circle: ${names.join(", ")}` };
  }
}

/** Dependencies that a manifest declares for its users. */
export function* manifestProblems(root) {
  for (const [name, allowed] of Object.entries(packageDependencies)) {
    const file = join(root, "packages", name, "package.json");
    if (!existsSync(file)) continue;
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8"));
    for (const dependency of Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies })) {
      if (dependency.startsWith(scope) && !allowed.includes(dependency.slice(scope.length))) {
        yield {
          file: relative(root, file),
          line: 1,
          rule: "package",
          message: `${name} must not depend on ${dependency}`,
        };
      }
    }
  }
}

function* forbiddenNames(source, { inner }) {
  for (const segment of inner.split("/")) {
    const words = segment.replace(/\.[cm]?tsx?$/, "").split(".");
    const word = words.find((candidate) => forbiddenWords.test(candidate) || forbiddenEndings.test(candidate));
    if (word !== undefined) {
      yield problem(source, 1, "file-name", `is named "${segment}": name the concept that it holds`);
    }
  }
}

function* barrels(source, { entries }) {
  if (entries.has(source.path)) return;
  if (basename(source.path) === "index.ts" || source.isBarrel) {
    yield problem(source, 1, "barrel", "only passes on what others export: import from the file itself");
  } else if (source.starExportLine !== undefined) {
    yield problem(source, source.starExportLine, "barrel", "passes on everything of another file");
  }
}

function* foreignPackages(source, { package: own }) {
  const allowed = packageDependencies[own] ?? [];
  for (const { specifier, line } of source.imports) {
    if (!specifier.startsWith(scope)) continue;
    const name = specifier.slice(scope.length).split("/")[0];
    if (name === own) yield problem(source, line, "package", `imports its own package by name: ${specifier}`);
    else if (!allowed.includes(name)) yield problem(source, line, "package", `${own} must not import ${specifier}`);
  }
}

function* leavingThePackage(source, { base }, { root }) {
  for (const { specifier, line } of source.imports) {
    if (!specifier.startsWith(".")) continue;
    const target = resolve(dirname(source.path), specifier);
    if (
      target !== base &&
      !target.startsWith(base + sep) &&
      !mayMockTake(source.path, target, root) &&
      !mayClientTake(source.path, target, root)
    ) {
      yield problem(source, line, "package", `reaches out of ${relative(root, base)} by a path: ${specifier}`);
    }
  }
}

/** Files that the client has in it, so that it has no dependency: the verifier's door, and money. docs/decisions/client-takes-the-verifier.md. */
const takenByClient = [
  "packages/webhook-verifier/src/index.js",
  "packages/server-kit/src/domain/currency.js",
  "packages/server-kit/src/domain/currency-exponent.js",
];

function mayClientTake(importer, target, root) {
  const client = join(root, "packages", "sdk", "src") + sep;
  return importer.startsWith(client) && takenByClient.some((file) => target === join(root, file));
}

function mayMockTake(importer, target, root) {
  const isBelow = (path, ...steps) => path.startsWith(join(root, ...steps) + sep);
  const isInKit = (place) => isBelow(target, "packages", "server-kit", "src", ...place.split("/"));
  return isBelow(importer, ...mocksPlace) && roomsForMock.some(isInKit) && !closedToMock.some(isInKit);
}

function* climbing(source, place, house) {
  const from = floorOf(place);
  if (from === undefined) {
    yield problem(source, 1, "floor", `stands on no floor: "${place.room}" is not a room of the architecture`);
    return;
  }
  for (const { specifier, line } of source.imports) {
    const target = resolveImport(source.path, specifier, house);
    if (target === undefined) continue;
    const other = placeOf(target, house.root);
    const to = floorOf(other);
    if (to === undefined) continue;
    if (to > from)
      yield problem(source, line, "floor", `${place.room} (floor ${from}) imports ${other.room} (floor ${to})`);
    else if (to === from && other.room !== place.room && from !== topFloor) {
      yield problem(
        source,
        line,
        "floor",
        `${place.room} and ${other.room} stand on one floor and never see each other`,
      );
    }
  }
}

function* impureDomain(source) {
  for (const { specifier, line } of source.imports) {
    if (forbiddenInDomain.test(specifier)) yield problem(source, line, "domain", `the domain imports ${specifier}`);
  }
  for (const { what, line } of source.platformUses) {
    yield problem(source, line, "domain", `the domain uses ${what}: time, chance and network are passed in`);
  }
  for (const { name, specifier, line } of source.importedNames) {
    if (randomSources.test(specifier) && /^random|^getRandomValues$|^webcrypto$/.test(name)) {
      yield problem(source, line, "domain", `the domain imports ${name}: random bytes are passed in`);
    }
  }
}

function floorOf({ room, isTopLevelFile }) {
  if (isTopLevelFile || room === "cli" || room === "conformance") return topFloor;
  const floor = floors.findIndex((rooms) => rooms.includes(room));
  return floor === -1 ? undefined : floor;
}

/** Where a file stands: its package or example, and for packages the first step below `src`. */
function placeOf(path, root) {
  const steps = relative(root, path).split(sep);
  const base = join(root, ...steps.slice(0, 2));
  const isPackage = steps[0] === "packages";
  const inner = steps.slice(isPackage ? 3 : 2);
  const room = isPackage && steps[2] === "src" ? inner[0]?.replace(/\.tsx?$/, "") : undefined;
  return {
    base,
    package: isPackage ? steps[1] : undefined,
    room,
    isTopLevelFile: inner.length === 1,
    inner: inner.join("/"),
  };
}

/** The scanned file that an import names, or undefined for packages, JSON and whatever else is not ours to judge. */
function resolveImport(importer, specifier, { files }) {
  if (!specifier.startsWith(".")) return undefined;
  const target = resolve(dirname(importer), specifier);
  const stem = target.replace(/\.[cm]?jsx?$/, "");
  return [target, `${stem}.ts`, `${stem}.tsx`, join(target, "index.ts")].find((candidate) => files.has(candidate));
}

function problem({ path }, line, rule, message) {
  return { file: path, line, rule, message };
}

/** Tarjan's algorithm; returns the groups of more than one file, and files that import themselves. */
function stronglyConnected(targets) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const groups = [];

  for (const node of targets.keys()) if (!order.has(node)) connect(node);
  return groups;

  function connect(node) {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const target of targets.get(node) ?? []) {
      if (!order.has(target)) {
        connect(target);
        low.set(node, Math.min(low.get(node), low.get(target)));
      } else if (stack.includes(target)) {
        low.set(node, Math.min(low.get(node), order.get(target)));
      }
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1 || targets.get(node)?.includes(node)) groups.push(group);
  }
}
