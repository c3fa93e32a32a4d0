// The list of all endpoints of the merchant panel.
import { Refusal } from "../../domain/refusal.js";
import { inContext } from "../../outbound/call-context.js";
import type { Endpoint, Step } from "../call.js";
import { seeOther } from "../page-headers.js";
import { accountEndpoints } from "./account-page.js";
import { alertsEndpoints } from "./alerts-page.js";
import { panelAssets } from "./assets.js";
import { auditEndpoints } from "./audit-page.js";
import { deliveriesEndpoints } from "./deliveries/routes.js";
import { integrationEndpoints } from "./integration/routes.js";
import { modeEndpoints } from "./mode-endpoints.js";
import { overviewEndpoints } from "./overview/routes.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { passwordEndpoints } from "./password-pages.js";
import { receiptsEndpoints } from "./receipts/routes.js";
import { secondFactorEndpoints } from "./second-factor-page.js";
import { sessionTokenEndpoint } from "./session-jwt.js";
import { settingsEndpoints } from "./settings-page.js";
import { signInEndpoints } from "./sign-in-page.js";
import { statementsEndpoints } from "./statements/routes.js";
import { storesEndpoints } from "./stores-page.js";
import { transactionEndpoints } from "./transactions/detail-routes.js";
import { transactionsEndpoints } from "./transactions/routes.js";
import { usersEndpoints } from "./users-page.js";
import { type PanelContext, panelPage, storePage, type Visit } from "./visit.js";
import { createFindVisitor } from "./visitor.js";

export function panelEndpoints(dependencies: PanelDependencies): Endpoint[] {
  const context: PanelContext = { dependencies, findVisitor: createFindVisitor(dependencies) };
  const endpoints = [
    ...signInEndpoints(context),
    ...storesEndpoints(context),
    ...alertsEndpoints(context),
    ...modeEndpoints(context),
    ...overviewEndpoints(context),
    ...transactionsEndpoints(context),
    ...transactionEndpoints(context),
    ...deliveriesEndpoints(context),
    ...statementsEndpoints(context),
    ...receiptsEndpoints(context),
    ...integrationEndpoints(context),
    ...settingsEndpoints(context),
    ...usersEndpoints(context),
    ...auditEndpoints(context),
    ...accountEndpoints(context),
    ...secondFactorEndpoints(context),
    ...passwordEndpoints(context),
    sessionTokenEndpoint(context),
    ...panelAssets.endpoints,
    ...unknownPages(context),
  ];
  return endpoints.map(withOrigin);
}

/** Records the client address for the audit log; the actor is added once the visit is resolved. */
function withOrigin(endpoint: Endpoint): Endpoint {
  const step: Step = (call) =>
    inContext({ address: call.address, actorKind: "visitor" }, async () => {
      for (const one of endpoint.steps) await one(call);
    });
  return { ...endpoint, steps: [step] };
}

/** Every other path below the panel, listed last: users get a page after a typing error or an outdated link. */
function unknownPages(context: PanelContext): Endpoint[] {
  const work = ({ call: { ctx, params }, path }: Visit) => {
    const back = ctx.method === "GET" ? pageOfForm(addressOf(params)) : undefined;
    if (back !== undefined) return seeOther(ctx, path(back));
    throw new Refusal("ROUTE_NOT_FOUND", { message: "There is nothing at this address. It may be an old link." });
  };
  return (["GET", "POST"] as const).flatMap((method) => [
    // Rendered in the store's layout for users who may access the store.
    storePage(context, { method, path: "/{*unknown}", work }),
    panelPage(context, { method, path: "/{*unknown}", work }),
  ]);
}

/** Relative to `/panel`. */
function addressOf({ merchantId, unknown = "" }: Visit["call"]["params"]): string {
  return merchantId === undefined ? `/${unknown}` : `/stores/${encodeURIComponent(merchantId)}/${unknown}`;
}

/** Paths that only accept forms, and the pages with those forms: a reload or a bookmark redirects there. */
const formPages: readonly [RegExp, string][] = [
  [/^(\/stores\/[^/]+)\/(?:api-keys(?:\/.*)?|webhook-url|webhook-secret\/.*|verify)$/, "/integration"],
  [/^(\/stores\/[^/]+)\/(?:pause|delete|logo(?:\/.*)?|bank-account\/.*)$/, "/settings"],
  [/^(\/stores\/[^/]+\/users|\/operators)\/.+$/, ""],
  [/^(\/stores\/[^/]+\/transactions\/[^/]+)\/(?:cancel|resolve|receive|alerts\/.*)$/, ""],
  [/^(\/stores\/[^/]+\/transactions\/[^/]+)\/deliveries\/.*$/, "/technical"],
  [/^(\/stores\/[^/]+\/deliveries\/[^/]+)\/redeliver$/, ""],
  [/^(\/stores\/[^/]+\/statements)\/entries\/.*$/, "/unmatched"],
  [/^(\/account\/second-factor)\/.+$/, ""],
  [/^(\/account)\/password$/, ""],
  [/^()\/mode$/, ""],
];

function pageOfForm(address: string): string | undefined {
  for (const [form, page] of formPages) {
    const found = form.exec(address);
    if (found !== null) return `${found[1] ?? ""}${page}`;
  }
  return undefined;
}
