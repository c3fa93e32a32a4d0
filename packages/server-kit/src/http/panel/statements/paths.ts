// Paths of the pages about bank statements.
import type { StoreVisit } from "../visit.js";

export function statementPath(visit: StoreVisit, statementId: string): string {
  return visit.storePath(`/statements/${encodeURIComponent(statementId)}`);
}

export function unmatchedPath(visit: StoreVisit): string {
  return visit.storePath("/statements/unmatched");
}

/** Where the pages below the list lead back to. */
export function statementsList(visit: StoreVisit): { path: string; label: string } {
  return { path: visit.storePath("/statements"), label: "Bank statements" };
}
