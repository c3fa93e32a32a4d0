// Which errors of a PostgreSQL server let a unit of work run again, and which are reported as an unavailable database.
import { expect, test } from "vitest";
import {
  asUnavailable,
  isConflict,
  isConnectionLost,
  isServerState,
} from "../../src/storage/postgres/postgres-errors.js";
import { isUnavailable } from "../../src/storage/unavailable.js";

const coded = (code: string) => Object.assign(new Error("of the server"), { code });

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
test.each([
  ["08000 08001 08003 08004 08006 08007 08P01", "connection lost"],
  ["57P01 57P02 57P03 57P04 57P05", "connection lost"],
  ["40001 40P01", "conflict"],
  ["40000 40003", "server state"],
  ["25006 25P03 25P04", "server state"],
  ["53000 53100 53200 53300 53400", "server state"],
  ["55P03 57014 58000 58030", "server state"],
])("%s: the database is unavailable, by a %s", (codes, kind) => {
  for (const code of codes.split(" ")) {
    const error = coded(code);
    expect([code, isConnectionLost(error), isConflict(error), isServerState(error)]).toEqual([
      code,
      kind === "connection lost",
      kind === "conflict",
      kind === "server state",
    ]);
    expect([code, isUnavailable(asUnavailable(error))]).toEqual([code, true]);
  }
});

test.each(["22001", "22021", "23502", "23505", "23514", "25P01", "25P02", "40002", "42601", "42P01", "42501", "XX000"])(
  "%s is an error of the program, not of an unavailable database",
  (code) => {
    const error = coded(code);
    expect(asUnavailable(error)).toBe(error);
  },
);
