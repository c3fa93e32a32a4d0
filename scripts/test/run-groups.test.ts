// Checks that a run of groups reports failures, exceeded deadlines and counts correctly.
import { expect, test } from "vitest";
import { runGroups } from "../check/run-groups.mjs";

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped });
const passing = (title: string, more = {}) => ({
  title,
  cores: 1,
  run: async () => ({ isOk: true, output: "" }),
  ...more,
});

async function runAll(groups: Parameters<typeof runGroups>[0]) {
  const lines: string[] = [];
  const isOk = await runGroups(groups, { print: (line) => lines.push(line), cores: 2 });
  return { isOk, lines, closing: lines.at(-1) };
}

test("sums the tests of all groups up in one closing line, a check without tests as one", async () => {
  const tests = passing("tests", { run: async () => ({ isOk: true, output: "", counts: counts(5, 0, 2) }) });
  const { isOk, closing } = await runAll([passing("lint"), tests]);
  expect([isOk, closing]).toEqual([true, "6 passed, 0 failed, 2 skipped"]);
});

test("a group that fails is named with its tool's output, and the others run to their end", async () => {
  const failing = passing("types", { run: async () => ({ isOk: false, output: "TS2322 somewhere" }) });
  const { isOk, lines, closing } = await runAll([failing, passing("lint")]);
  expect([isOk, closing]).toEqual([false, "1 passed, 1 failed, 0 skipped"]);
  expect(lines).toContain("TS2322 somewhere");
  expect(lines).toContain("Groups that failed: types.");
});

test("a group that fails with all its tests passed still counts as a failure", async () => {
  const failing = passing("tests", { run: async () => ({ isOk: false, output: "", counts: counts(5) }) });
  expect((await runAll([failing])).closing).toBe("5 passed, 1 failed, 0 skipped");
});

test("each failed test is named again above the closing line, where the end of a long output is read", async () => {
  const failures = ["a.test.ts: 1 and 1 are 2: expected 3 to be 2"];
  const failing = passing("tests", { run: async () => ({ isOk: false, output: "", counts: counts(5, 1), failures }) });
  const { lines } = await runAll([failing, passing("lint")]);
  expect(lines.slice(-3, -1)).toEqual([`FAILED ${failures[0]}`, "Groups that failed: tests."]);
});

test("a test that passed only when it was run again is named, and does not fail the run", async () => {
  const repeated = ["b.test.ts: a race: timed out"];
  const { isOk, lines } = await runAll([
    passing("tests", { run: async () => ({ isOk: true, output: "", counts: counts(5), repeated }) }),
  ]);
  expect(isOk).toBe(true);
  expect(lines).toContain(`PASSED WHEN RUN AGAIN ${repeated[0]}`);
});

test("a group that throws has failed", async () => {
  const throwing = passing("tests", { run: () => Promise.reject(new Error("no such tool")) });
  const { isOk, lines } = await runAll([throwing]);
  expect(isOk).toBe(false);
  expect(lines.join("\n")).toContain("no such tool");
});

test("a group that hangs is ended at its deadline and has failed", async () => {
  let wasEnded = false;
  const hanging = passing("tests", {
    deadlineMs: 20,
    run: (signal: AbortSignal) =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          wasEnded = true;
        });
      }),
  });
  const { isOk, closing } = await runAll([hanging, passing("lint")]);
  expect([isOk, wasEnded, closing]).toEqual([false, true, "1 passed, 1 failed, 0 skipped"]);
});

test("groups run side by side as far as there are cores, and after those they name", async () => {
  const order: string[] = [];
  const recording = (title: string, more = {}) =>
    passing(title, {
      ...more,
      run: async () => {
        order.push(`${title} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${title} ends`);
        return { isOk: true, output: "" };
      },
    });
  await runAll([
    recording("build"),
    recording("lint"),
    recording("surface", { after: ["build"] }),
    recording("tests", { cores: "all" }),
  ]);
  expect(order.slice(0, 2)).toEqual(["build begins", "lint begins"]);
  expect(order.indexOf("surface begins")).toBeGreaterThan(order.indexOf("build ends"));
  expect(order.indexOf("tests begins")).toBeGreaterThan(order.indexOf("surface ends"));
});

test("a group that waits for one that does not exist is an error, not a hang", async () => {
  await expect(runAll([passing("surface", { after: ["build"] })])).rejects.toThrow('"surface" waits');
});

test("a group that would start after the given time is named and not run, and fails nothing", async () => {
  let runs = 0;
  const group = passing("slow tests", {
    run: async () => {
      runs += 1;
      return { isOk: true, output: "" };
    },
  });
  const lines: string[] = [];
  const isOk = await runGroups([group], { print: (line) => lines.push(line), startUntil: Date.now() - 1 });
  expect([isOk, runs]).toEqual([true, 0]);
  expect(lines).toContain("NOT RUN, no time left: slow tests");
  expect(lines.at(-1)).toBe("0 passed, 0 failed, 0 skipped");
});
