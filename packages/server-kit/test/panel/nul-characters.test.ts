// Text with the character NUL gets the same response on both storages: PostgreSQL cannot store or compare it.
import { afterEach, expect, test } from "vitest";
import { readAll } from "../statements/read-file.js";
import { openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>> | undefined;
afterEach(async () => {
  await panel?.close();
  panel = undefined;
});

test("a NUL character in a path, a query or a form is not found or refused", async () => {
  panel = await openPanel();
  const owner = await panel.signedIn("owner");
  expect((await fetch(`${panel.origin}/pay/checkout/a%00b?token=x`)).status).toBe(404);
  expect((await owner.get(`${panel.storePath("/transactions")}?q=a%00b`)).status).toBe(400);
  const form = { email: "a\0b@shop.example", password: "x" };
  expect((await panel.browser().post("/panel/sign-in", form)).status).toBe(400);
});

test("a statement with a NUL character is refused with its line", async () => {
  const text = ":20:A\n:25:X\n:60F:C250101EUR0,\n:61:250101C1,00NTRF\n:86:Te\0a\n";
  await expect(readAll(text)).rejects.toThrow(/line 5: there is a NUL character/);
});
