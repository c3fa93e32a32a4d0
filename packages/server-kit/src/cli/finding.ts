// The result of one check of `doctor`.

export interface Finding {
  /** A problem has to be fixed before payments are taken; a warning may be intended. */
  level: "ok" | "warning" | "problem";
  /** A stable name of the check. */
  check: string;
  message: string;
}
