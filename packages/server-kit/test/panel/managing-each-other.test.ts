// Two people who take each other's access away at the same time: one of them keeps theirs, so that nobody is locked out.
import { afterEach, expect, test } from "vitest";
import type { UserRole } from "../../src/domain/panel-permissions.js";
import { openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

const removals: [what: string, action: string, fields: Record<string, string>][] = [
  ["delete", "delete", {}],
  ["disable", "disabled", { to: "disabled" }],
  ["demote", "role", { role: "viewer" }],
];

test.each(removals)("two owners who %s each other at once leave one owner", async (_, action, fields) => {
  panel = await openPanel();
  const path = panel.storePath("/users");
  const statuses = await actOnEachOther("owner", path, (userId) => [`${path}/${userId}/${action}`, fields]);
  const owners = (await panel.service.users.list(panel.store.merchantId)).filter(
    ({ role, isDisabled }) => role === "owner" && !isDisabled,
  );
  expect(owners).toHaveLength(1);
  expect(statuses).toEqual([303, 401]);
});

test.each(removals.slice(0, 2))(
  "two operators who %s each other at once leave one operator",
  async (_, action, fields) => {
    panel = await openPanel();
    const path = "/panel/operators";
    const statuses = await actOnEachOther("operator", path, (userId) => [`${path}/${userId}/${action}`, fields]);
    const operators = (await panel.service.users.list()).filter(
      ({ role, isDisabled }) => role === "operator" && !isDisabled,
    );
    expect(operators).toHaveLength(1);
    expect(statuses).toEqual([303, 401]);
  },
);

/** The statuses of both forms, sent at the same time from pages that were open before. */
async function actOnEachOther(
  role: UserRole,
  list: string,
  formOn: (userId: string) => [action: string, fields: Record<string, string>],
): Promise<number[]> {
  const first = panel.userOf(role);
  const second = { ...first, userId: "usr_second", email: "second@shop.example" };
  await panel.storage.write((records) => records.users.insert(second));
  const browsers = [await panel.signedInAs(first), await panel.signedInAs(second)];
  for (const browser of browsers) await browser.get(list);
  const sent = browsers.map((browser, index) => {
    const [action, fields] = formOn((index === 0 ? second : first).userId);
    return browser.submit(action, fields);
  });
  return (await Promise.all(sent)).map(({ status }) => status).sort();
}
