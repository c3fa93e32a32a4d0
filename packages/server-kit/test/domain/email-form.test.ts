// One form of an e-mail address, whether a person typed it or a browser sent it.
import { expect, test } from "vitest";
import { normalizeEmail } from "../../src/flows/manage-users.js";

test.each([
  ["ann@müller.example", "ann@müller.example"],
  ["Ann@MÜLLER.example ", "ann@müller.example"],
  ["ann@xn--mller-kva.example", "ann@müller.example"],
  ["ann@mu\u0308ller.example", "ann@müller.example"],
  ["ann@shop.example", "ann@shop.example"],
  ["ann", "ann"],
  ["ann@", "ann@"],
])("O33: %s is compared as %s", (written, canonical) => {
  expect(normalizeEmail(written)).toBe(canonical);
});
