// Who may import whom: packages, the floors of the server kit (ARCHITECTURE.md, "The server kit"), and what the domain must not know.
// Run by scripts/check-imports.mjs; `npx depcruise packages examples` draws or lists with the same rules.

const kit = "^packages/server-kit/src/";

/** Rooms of the server kit by floor, the domain at the bottom; those of one floor never see each other. */
const floors = [["domain"], ["storage", "outbound"], ["flows"], ["http", "background"]];
/** Above them, with every file that lies directly in `src`: they know everyone, nobody below knows them. */
const topRooms = ["compose", "cli", "conformance"];
const rooms = floors.flat();

/** An import resolves to a source of ours, or, where nothing is mapped or built, keeps the package's name. */
const ofPackage = (names) => `^(?:packages/${names}/|@payment-sessions/${names}(?:/|$))`;
const otherThan = (...names) => `(?!(?:${names.join("|")})(?:/|$))[^/]+`;

/**
 * The mock is the service's own rules with doors of its own (docs/decisions/mock-shares-the-service-rules.md): it takes them by a path, so
 * that each rule exists once. Pages and database drivers would only make it large.
 */
const takenByMock = `${kit}(?:domain/|flows/|background/|outbound/|http/(?!checkout/|panel/)|storage/(?!sqlite/|postgres/))`;
/** The verifier's entry and its detection of the runtime, and money (docs/decisions/client-takes-the-verifier.md): so the client has no dependency. */
const takenByClient = `^packages/webhook-verifier/src/(?:index|runtime)\\.ts$|${kit}domain/currency(?:-exponent)?\\.ts$`;

const error = { severity: "error" };

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const forbidden = [
  { ...error, name: "circle", comment: "files import each other in a circle", from: {}, to: { circular: true } },
  ...rooms.map((room) => ({
    ...error,
    name: "floor",
    comment: `${room} imports a room of its own floor or of one above (floors, from the ground: ${floors.join("; ")}; ${topRooms})`,
    from: { path: `${kit}${room}/` },
    to: { path: `${kit}(?:(?:${[...roomsNotBelow(room), ...topRooms].join("|")})/|[^/]+$)` },
  })),
  // Once for files that import something and once for those that nothing imports.
  ...[{}, { orphan: true }].map((further) => ({
    ...error,
    name: "room",
    comment: "stands in no room of the architecture",
    from: { path: `${kit}(?!(?:${[...rooms, ...topRooms].join("|")})/)[^/]+/`, ...further },
    to: {},
  })),
  {
    ...error,
    name: "package",
    comment: "the verifier stands alone",
    from: { path: "^packages/webhook-verifier/" },
    to: { path: ofPackage(otherThan("webhook-verifier")) },
  },
  {
    ...error,
    name: "package",
    comment: "the server kit takes the verifier by its name, and no other package",
    from: { path: "^packages/server-kit/" },
    to: { path: ofPackage(otherThan("server-kit", "webhook-verifier")) },
  },
  {
    ...error,
    name: "package",
    comment: "the client takes the verifier's entry and money by a path, and nothing else",
    from: { path: "^packages/sdk/", pathNot: "^packages/sdk/src/mock/" },
    to: { path: ofPackage(otherThan("sdk")), pathNot: takenByClient },
  },
  {
    ...error,
    name: "package",
    comment: "the mock takes the service's rules by a path, and neither pages nor databases",
    from: { path: "^packages/sdk/src/mock/" },
    to: { path: ofPackage(otherThan("sdk")), pathNot: `${takenByMock}|${takenByClient}` },
  },
  {
    ...error,
    name: "package",
    comment: "another package is imported by its name",
    from: { path: "^(?:packages|examples)/([^/]+)/", pathNot: "^packages/sdk/" },
    to: { path: "^(?:packages|examples)/", pathNot: "^(?:packages|examples)/$1/", dependencyTypesNot: ["aliased"] },
  },
  ...["sdk", "server-kit", "webhook-verifier"].map((name) => ({
    ...error,
    name: "package",
    comment: "a package imports its own files by their paths",
    from: { path: `^packages/${name}/` },
    to: { path: `^@payment-sessions/${name}(?:/|$)` },
  })),
  {
    ...error,
    name: "package",
    comment: "a package imports its own files by their paths",
    from: { path: "^packages/([^/]+)/" },
    to: { path: "^packages/$1/", dependencyTypes: ["aliased"] },
  },
  {
    ...error,
    name: "domain",
    comment: "the domain knows neither the web framework, nor SQL, nor the network",
    from: { path: `${kit}domain/` },
    to: {
      path: [
        "(?:^|node_modules/)(?:@types/)?(?:@?koa|koa-[^/]*|pg|better-sqlite3|undici)(?:/|$)",
        "^(?:node:)?(?:http2?|https|net|tls|dns|fs|dgram|child_process|worker_threads|timers)(?:/|$)",
      ],
    },
  },
];

function roomsNotBelow(room) {
  const floor = floors.findIndex((names) => names.includes(room));
  return floors
    .slice(floor)
    .flat()
    .filter((name) => name !== room);
}

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden,
  options: {
    // Type-only imports count: the reader walks them as well.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(?:^|/)(?:dist|test|node_modules/\\.cache)/" },
    tsConfig: { fileName: "tsconfig.base.json" },
  },
};
