// Which passwords of the panel are refused (O27): common ones, also with a year, signs for letters or two in one.
import { expect, test } from "vitest";
import { findPasswordViolations } from "../../src/domain/password.js";

const email = "ann@shop.example";

test.each(["password1234", "P@ssw0rd2024!", "qwertyuiop123", "1q2w3e4r5t6y", "dragonmonkey99"])(
  "O27: the common password %s is refused",
  (password) => {
    expect(findPasswordViolations(password, email)).toMatchObject([{ path: "password", rule: "common" }]);
  },
);

test.each([
  ["eleven characters", "elevenchars", "length"],
  ["the end of a line", "correct horse battery staple\n", "characters"],
  ["a repeated pattern", "abababababab", "guessable"],
  ["the e-mail address", `my Ann@Shop.example word`, "guessable"],
])("O27: a password with %s is refused", (_, password, rule) => {
  expect(findPasswordViolations(password, email)).toMatchObject([{ path: "password", rule }]);
});

test("O27: a passphrase of unrelated words is accepted", () => {
  expect(findPasswordViolations("correct horse battery staple", email)).toEqual([]);
});
