// A change of who may sign in asks for the password again when it was last given a while ago.
import { afterEach, expect, test } from "vitest";
import { hiddenFields, openPanel, password } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

async function openUsers() {
  panel = await openPanel();
  const owner = await panel.signedIn("owner");
  panel.time.now += 20 * 60_000;
  const path = panel.storePath("/users");
  const list = async () =>
    (await panel.service.users.list(panel.store.merchantId)).map(({ email, role, isDisabled }) => ({
      email,
      role,
      isDisabled,
    }));
  return { owner, path, list };
}

test.each<[string, string, Record<string, string>]>([
  ["adding a user", "", { email: "new@shop.example", role: "owner" }],
  ["resetting a password", "/usr_viewer/password", {}],
  ["disabling a user", "/usr_viewer/disabled", { to: "disabled" }],
  ["changing a role", "/usr_viewer/role", { role: "owner" }],
])("%s changes nothing before the password is given again", async (_, action, fields) => {
  const { owner, path, list } = await openUsers();
  const before = await list();
  const { text } = await owner.get(path);
  const target = path + action;
  expect(text).toContain(`action="${panel.prefix}${target}"`);
  const form = await owner.submit(target, fields);
  expect([form.status, form.text.includes('name="confirmedPassword"')]).toEqual([403, true]);
  expect(await list()).toEqual(before);
  // Cancelling leads back to the page of the form.
  expect(form.text).toContain('<a class="button second" href="">Cancel</a>');
  const left = await owner.get(target);
  expect(left.headers.get("location") ?? `${panel.prefix}${target}`).toBe(panel.prefix + path);
  const done = await owner.post(target, { ...hiddenFields(form.text), confirmedPassword: password });
  expect([200, 303]).toContain(done.status);
});
