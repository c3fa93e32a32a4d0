// The routes of a store's bank statements: the list with its upload, one statement, the unmatched entries and the decisions about them, and how
// CSV files are read.
import type { Endpoint } from "../../call.js";
import { statementMaxBytes } from "../read-upload.js";
import { type PanelContext, storePage } from "../visit.js";
import { openColumnMap, saveColumnMap } from "./column-map-page.js";
import { decideEntry, decisionKinds } from "./entry-decisions.js";
import { importUpload } from "./import-upload.js";
import { showStatements } from "./list-page.js";
import { createRunningImports } from "./running-imports.js";
import { showStatement } from "./statement-page.js";
import { showUnmatched } from "./unmatched-page.js";

export function statementsEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  const imports = createRunningImports(dependencies);
  return [
    storePage(context, {
      method: "GET",
      path: "/statements",
      work: (visit) => showStatements(dependencies, imports, visit),
    }),
    storePage(context, {
      method: "POST",
      path: "/statements",
      permission: "statements:write",
      fileMaxBytes: statementMaxBytes,
      work: (visit) => importUpload(dependencies, imports, visit),
    }),
    storePage(context, {
      method: "GET",
      path: "/statements/unmatched",
      work: (visit) => showUnmatched(dependencies, visit),
    }),
    storePage(context, {
      method: "GET",
      path: "/statements/columns",
      work: (visit) => openColumnMap(dependencies, visit),
    }),
    storePage(context, {
      method: "POST",
      path: "/statements/columns",
      permission: "statements:write",
      work: (visit) => saveColumnMap(dependencies, visit),
    }),
    ...decisionKinds.map((kind) =>
      storePage(context, {
        method: "POST",
        path: `/statements/entries/:entryId/${kind}`,
        permission: "statements:write",
        work: (visit) => decideEntry(dependencies, visit, kind),
      }),
    ),
    storePage(context, {
      method: "GET",
      path: "/statements/:statementId",
      work: (visit) => showStatement(dependencies, imports, visit),
    }),
  ];
}
