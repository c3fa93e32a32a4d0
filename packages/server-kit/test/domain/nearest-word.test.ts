// Suggestions for mistyped words.
import { expect, test } from "vitest";
import { nearestWord } from "../../src/domain/nearest-word.js";

const words = ["port", "host", "database", "environments", "trusted-proxy-hops"];

test.each([
  ["prot", "port"],
  ["prt", "port"],
  ["databse", "database"],
  ["enviroments", "environments"],
  ["trusted-hops-proxy", undefined],
  ["colour", undefined],
  ["", undefined],
])("%j means %j", (written, meant) => {
  expect(nearestWord(written, words)).toBe(meant);
});
