// The order of versions, and what it means for a client.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkClient } from "../../src/domain/client-compatibility.js";
import { compareVersions, parseVersion } from "../../src/domain/semantic-version.js";
import { serviceVersion } from "../../src/domain/service-version.js";

test("versions are in the order of semver.org, item 11", () => {
  const ordered = [
    "0.9.9",
    "1.0.0-1",
    "1.0.0-2",
    "1.0.0-10",
    "1.0.0-alpha",
    "1.0.0-alpha.1",
    "1.0.0-alpha.beta",
    "1.0.0-beta",
    "1.0.0-beta.2",
    "1.0.0-beta.11",
    "1.0.0-rc.1",
    "1.0.0",
    "1.0.1",
    "1.1.0",
    "1.10.0",
    "2.0.0",
  ];
  const shuffled = ordered.toReversed();
  expect(shuffled.toSorted(compareVersions)).toEqual(ordered);
});

test("build metadata does not count", () => {
  expect(compareVersions("1.0.0+a", "1.0.0+b")).toBe(0);
});

test("text that is not a version is refused", () => {
  for (const text of ["1", "1.2", "v1.2.3", "1.2.3 ", ""])
    expect(() => parseVersion(text)).toThrow(/not a semantic version/);
});

test("the version that is reported is the package's", () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(manifest).toMatchObject({ version: serviceVersion });
});

const policy = { serverVersion: "2.3.0", exportContract: "v1", minimumVersion: "1.5.0", recommendedVersion: "2.1.0" };

test.each([
  ["1.4.9", undefined, "unsupported", false],
  ["1.5.0", undefined, "outdated", true],
  ["2.1.0-rc.1", "v1", "outdated", true],
  ["2.1.0", "v1", "current", true],
  ["2.3.0", "v1", "current", true],
  ["2.4.0", "v1", "ahead", true],
  ["3.0.0", "v1", "ahead", false],
  ["2.3.0", "v2", "unsupported", false],
] as const)("a client of %s for contract %s is %s, compatible %s", (clientVersion, contract, status, compatible) => {
  expect(checkClient({ clientVersion, contract }, policy)).toMatchObject({ status, compatible });
});
