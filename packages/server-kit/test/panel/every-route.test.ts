// Every route of the panel and who may use it. A route that is not listed here fails the test, so that each new one is decided.
import { expect, test } from "vitest";
import { type UserRole, userRoles } from "../../src/domain/panel-permissions.js";
import { panelEndpoints } from "../../src/http/panel/panel.js";
import type { PanelDependencies } from "../../src/http/panel/panel-dependencies.js";
import { openPanel } from "./panel-service.js";

const everybody = userRoles;
const developers = ["owner", "developer", "operator"] as const;
const owners = ["owner", "operator"] as const;
const operators = ["operator"] as const;

/** By method and path below /panel; `:merchantId` is the store of everybody but operators. */
const allowed: Record<string, readonly UserRole[]> = {
  "GET ": everybody,
  "POST /sign-out": everybody,
  "POST /sign-out-everywhere": everybody,
  "GET /account": everybody,
  "POST /account/password": everybody,
  "GET /account/second-factor": everybody,
  "POST /account/second-factor/begin": everybody,
  "POST /account/second-factor/confirm": everybody,
  "POST /account/second-factor/recovery-codes": everybody,
  "POST /account/second-factor/remove": everybody,
  "POST /session-token": everybody,
  "POST /mode": everybody,
  "GET /{*unknown}": everybody,
  "POST /{*unknown}": everybody,
  "GET /stores/:merchantId/{*unknown}": everybody,
  "POST /stores/:merchantId/{*unknown}": everybody,
  "GET /stores/:merchantId/alerts": everybody,
  "GET /stores": operators,
  "POST /stores": operators,
  "GET /alerts": operators,
  "GET /audit": operators,
  "GET /audit/export": operators,
  "GET /operators": operators,
  "POST /operators": operators,
  "POST /operators/:userId/password": operators,
  "POST /operators/:userId/disabled": operators,
  "POST /operators/:userId/role": operators,
  "POST /operators/:userId/delete": operators,
  "POST /operators/:userId/withdraw": operators,
  "POST /operators/second-factor": operators,
  "GET /stores/:merchantId/overview": everybody,
  "GET /stores/:merchantId/transactions": everybody,
  "GET /stores/:merchantId/transactions/export": everybody,
  "POST /stores/:merchantId/transactions/export": everybody,
  "GET /stores/:merchantId/transactions/:paymentId": everybody,
  "GET /stores/:merchantId/transactions/:paymentId/technical": everybody,
  "POST /stores/:merchantId/transactions/:paymentId/cancel": owners,
  "POST /stores/:merchantId/transactions/:paymentId/resolve": operators,
  "POST /stores/:merchantId/transactions/:paymentId/receive": owners,
  "POST /stores/:merchantId/transactions/:paymentId/alerts/:alertId/resolve": owners,
  "POST /stores/:merchantId/transactions/:paymentId/deliveries/:deliveryId/redeliver": developers,
  "GET /stores/:merchantId/deliveries": everybody,
  "GET /stores/:merchantId/deliveries/resend": everybody,
  "POST /stores/:merchantId/deliveries/resend": developers,
  "GET /stores/:merchantId/deliveries/:deliveryId": everybody,
  "POST /stores/:merchantId/deliveries/:deliveryId/redeliver": developers,
  "GET /stores/:merchantId/statements": everybody,
  "POST /stores/:merchantId/statements": owners,
  "GET /stores/:merchantId/statements/unmatched": everybody,
  "GET /stores/:merchantId/statements/columns": everybody,
  "POST /stores/:merchantId/statements/columns": owners,
  "POST /stores/:merchantId/statements/entries/:entryId/assign": owners,
  "POST /stores/:merchantId/statements/entries/:entryId/split": owners,
  "POST /stores/:merchantId/statements/entries/:entryId/aside": owners,
  "GET /stores/:merchantId/statements/:statementId": everybody,
  "GET /stores/:merchantId/receipts": everybody,
  "POST /stores/:merchantId/receipts": owners,
  "GET /stores/:merchantId/integration": everybody,
  "POST /stores/:merchantId/api-keys": developers,
  "POST /stores/:merchantId/api-keys/:keyId/rotate": developers,
  "POST /stores/:merchantId/api-keys/:keyId/revoke": developers,
  "POST /stores/:merchantId/webhook-url": developers,
  "POST /stores/:merchantId/webhook-secret/announce": developers,
  "POST /stores/:merchantId/webhook-secret/switch": developers,
  "POST /stores/:merchantId/verify": developers,
  "GET /stores/:merchantId/settings": everybody,
  "POST /stores/:merchantId/settings": owners,
  "POST /stores/:merchantId/logo": owners,
  "POST /stores/:merchantId/logo/remove": owners,
  "POST /stores/:merchantId/bank-account/withdraw": owners,
  "POST /stores/:merchantId/pause": operators,
  "POST /stores/:merchantId/delete": operators,
  "GET /stores/:merchantId/users": owners,
  "POST /stores/:merchantId/users": owners,
  "POST /stores/:merchantId/users/:userId/password": owners,
  "POST /stores/:merchantId/users/:userId/disabled": owners,
  "POST /stores/:merchantId/users/:userId/role": owners,
  "POST /stores/:merchantId/users/:userId/delete": owners,
  "POST /stores/:merchantId/users/:userId/withdraw": owners,
  "GET /stores/:merchantId/audit": developers,
  "GET /stores/:merchantId/audit/export": developers,
};
/** Without a session: the sign-in, the password reset, and files without personal data. */
const open = (path: string) =>
  /^\/(?:sign-in|sign-in\/code|password|password\/:token)$/.test(path) || path.startsWith("/assets/");

test("every address of the panel declares its roles, and enforces them", async () => {
  const panel = await openPanel({ rateLimits: false });
  const { paymentId } = await panel.initialize();
  // The list of addresses is made without anything else.
  const stub = { panel: {}, links: { basePath: "", baseUrl: "http://127.0.0.1:1" } } as unknown as PanelDependencies;
  const addresses = panelEndpoints(stub)
    .map(({ method, path }) => ({ method, path: path.replace(/^\/panel/, "") }))
    .filter(({ path }) => !open(path));
  expect(addresses.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(allowed).sort());

  const found: Record<string, UserRole[]> = {};
  for (const { method, path } of addresses) found[`${method} ${path}`] = [];
  for (const role of userRoles) {
    const browser = await panel.signedIn(role);
    for (const { method, path } of addresses) {
      const url = `/panel${path
        .replace(":merchantId", panel.store.merchantId)
        .replace(":paymentId", paymentId)
        .replace("{*unknown}", "nothing")
        .replace(/:\w+/g, "x")}`;
      // Without the form's token nothing happens; the role is checked before that.
      const { status, text } = method === "GET" ? await browser.get(url) : await browser.post(url, {});
      if (!text.includes("SCOPE_MISSING")) found[`${method} ${path}`]?.push(role);
      else
        expect([url, status, text]).toEqual([url, 403, expect.stringContaining(`Your role, ${role}, does not allow`)]);
    }
  }
  const sorted = (roles: Record<string, readonly UserRole[]>) =>
    Object.fromEntries(Object.entries(roles).map(([address, list]) => [address, [...list].sort()]));
  expect(sorted(found)).toEqual(sorted(allowed));
  await panel.close();
});

test("no address of the panel shows anything to who is not signed in", async () => {
  const panel = await openPanel({ rateLimits: false });
  const stranger = panel.browser();
  for (const address of Object.keys(allowed)) {
    const [method, path = ""] = address.split(" ");
    const url = `/panel${path.replace(":merchantId", panel.store.merchantId).replace("{*unknown}", "x").replace(/:\w+/g, "x")}`;
    const response = method === "GET" ? await stranger.get(url) : await stranger.post(url, {});
    expect([address, response.status]).toEqual([address, method === "GET" && response.status === 303 ? 303 : 401]);
    expect(response.text).not.toContain("Corner shop");
  }
  await panel.close();
});
