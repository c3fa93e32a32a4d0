// What one check of `doctor` found.

export interface Finding {
  /** A problem makes the deployment unfit; a warning is a choice to be made knowingly. */
  level: "ok" | "warning" | "problem";
  /** A stable word for the check. */
  check: string;
  message: string;
}
