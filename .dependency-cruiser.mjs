// What may import what: packages, the layers of the server kit (ARCHITECTURE.md, "The server kit"), and what the domain must not
// import.
// Run by scripts/check-imports.mjs; `npx depcruise packages examples` draws or lists with the same rules.

const kit = "^packages/server-kit/src/";

/** Folders of the server kit by layer, the lowest first; those of one layer do not import each other. */
const layers = [["domain"], ["storage", "outbound"], ["flows"], ["http", "background"]];
/** The top layer, with every file directly in `src`: these import any folder, and no folder below imports them. */
const topFolders = ["compose", "cli", "conformance"];
const folders = layers.flat();

/** An import resolves to a source of ours, or, where nothing is mapped or built, keeps the package's name. */
const ofPackage = (names) => `^(?:packages/${names}/|@payment-sessions/${names}(?:/|$))`;
const otherThan = (...names) => `(?!(?:${names.join("|")})(?:/|$))[^/]+`;

/**
 * The mock runs the service's own rules behind transports of its own (docs/decisions/mock-shares-the-service-rules.md): it imports them
 * by a path, so that each rule exists once. Pages and database drivers would only make it large.
 */
const takenByMock = `${kit}(?:domain/|flows/|background/|outbound/|http/(?!checkout/|panel/)|storage/(?!sqlite/|postgres/))`;
/**
 * The verifier's entry, its detection of the runtime, and currencies (docs/decisions/client-takes-the-verifier.md): so the client has no
 * dependency.
 */
const takenByClient = `^packages/webhook-verifier/src/(?:index|runtime)\\.ts$|${kit}domain/currency(?:-exponent)?\\.ts$`;

const error = { severity: "error" };

/** @type {import("dependency-cruiser").IForbiddenRuleType[]} */
const forbidden = [
  { ...error, name: "circle", comment: "files import each other in a circle", from: {}, to: { circular: true } },
  ...folders.map((folder) => ({
    ...error,
    name: "layer",
    comment: `${folder} imports another folder of its own layer or one of a higher layer (layers, lowest first: ${layers.join("; ")}; ${topFolders})`,
    from: { path: `${kit}${folder}/` },
    to: { path: `${kit}(?:(?:${[...foldersNotBelow(folder), ...topFolders].join("|")})/|[^/]+$)` },
  })),
  // Once for files that import something and once for those that nothing imports.
  ...[{}, { orphan: true }].map((further) => ({
    ...error,
    name: "folder",
    comment: "is in no folder of ARCHITECTURE.md",
    from: { path: `${kit}(?!(?:${[...folders, ...topFolders].join("|")})/)[^/]+/`, ...further },
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

function foldersNotBelow(folder) {
  const layer = layers.findIndex((names) => names.includes(folder));
  return layers
    .slice(layer)
    .flat()
    .filter((name) => name !== folder);
}

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden,
  options: {
    // Type-only imports count: a reader follows them as well.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(?:^|/)(?:dist|test|node_modules/\\.cache)/" },
    tsConfig: { fileName: "tsconfig.base.json" },
  },
};
