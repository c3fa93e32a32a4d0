// Session tokens of people whom a host app has signed in (O28).
import { afterEach, expect, test } from "vitest";
import type { HostVisitor } from "../../src/index.js";
import { openPanel } from "./panel-service.js";

let panel: Awaited<ReturnType<typeof openPanel>>;
afterEach(() => panel.close());

async function openWithHost(checkedBy: "cookies" | "asked") {
  const people = new Map<string, HostVisitor>();
  panel = await openPanel({
    panel: {
      signIn: async (ctx) => people.get(ctx.get("x-host-session")),
      ...(checkedBy === "asked" && {
        isSignedIn: async ({ email, merchantId }) =>
          [...people.values()].some((one) => one.email.toLowerCase() === email && one.merchantId === merchantId),
      }),
    },
  });
  const { paymentId } = await panel.initialize();
  const { merchantId } = panel.store;
  people.set("s1", { email: "Ann@host.example", role: "owner", merchantId });
  const headers = { "x-host-session": "s1" };
  const page = await fetch(`${panel.origin}/pay${panel.storePath("/integration")}`, { headers });
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const issued = await fetch(`${panel.origin}/pay/panel/session-token`, {
    method: "POST",
    headers: { ...headers, cookie },
    body: new URLSearchParams({ csrf }),
  });
  // The endpoint's own response.
  const { token } = (await issued.json()) as { token: string };
  const read = async (extra: Record<string, string> = checkedBy === "cookies" ? headers : {}) => {
    const url = `${panel.origin}/pay/transactions/${paymentId}/webhook/history`;
    return (await fetch(url, { headers: { ...extra, authorization: `Bearer ${token}` } })).status;
  };
  return { people, read };
}

test("O28: a host's token needs the host's own sign-in at each use, and ends with its sign-out", async () => {
  const { people, read } = await openWithHost("cookies");
  expect(await read()).toBe(200);
  expect(await read({})).toBe(401);
  people.delete("s1");
  expect(await read()).toBe(401);
});

test.each(["cookies", "asked"] as const)(
  "O28: a host's token ends when the person changes the store: %s",
  async (checkedBy) => {
    const { people, read } = await openWithHost(checkedBy);
    expect(await read()).toBe(200);
    people.set("s1", { email: "ann@host.example", role: "owner", merchantId: panel.otherStore.merchantId });
    expect(await read()).toBe(401);
  },
);

test("O28: with isSignedIn a token travels without the host's cookies, and still ends at once", async () => {
  const { people, read } = await openWithHost("asked");
  people.set("s1", { email: "ann@host.example", role: "owner", merchantId: panel.store.merchantId });
  expect(await read()).toBe(200);
  people.clear();
  expect(await read()).toBe(401);
});
