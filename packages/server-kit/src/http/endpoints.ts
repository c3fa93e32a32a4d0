// All addresses of the service, in one list: the table of contents of http/.
import { setTimeout } from "node:timers/promises";
import { type ApiDependencies, chooseLimit, createApiEndpoints } from "./api-endpoints.js";
import type { Endpoint } from "./call.js";
import type { CheckoutDependencies } from "./checkout/checkout-dependencies.js";
import { checkoutEndpoints } from "./checkout/checkout-endpoints.js";
import { sharedRateLimits } from "./generated/contract.js";
import { logoEndpoint } from "./logo-endpoint.js";
import { limitPages } from "./page-limits.js";
import { panelEndpoints } from "./panel/panel.js";
import type { PanelDependencies } from "./panel/panel-dependencies.js";
import { verifySessionJwt } from "./panel/session-jwt.js";
import { providerCallbackEndpoint } from "./providers/provider-callback.js";
import { pageRateLimits, type RateLimitChoice } from "./rate-limit-names.js";
import { createRateLimiter } from "./rate-limits.js";
import { referenceEndpoints } from "./reference/reference-endpoints.js";
import { bankPageEndpoints } from "./sandbox/bank-page.js";
import { cardPageEndpoints } from "./sandbox/card-page.js";
import { metricsEndpoint } from "./service-routes/metrics.js";

type LimitsOfPanel = Pick<
  PanelDependencies,
  | "limiter"
  | "loginPerAddress"
  | "loginPerAccount"
  | "redeliverPerStore"
  | "verifyPerStore"
  | "linksPerAddress"
  | "resetPerAccount"
>;

export type EndpointDependencies = Omit<ApiDependencies, "limiter" | "findSessionUser" | "listening"> &
  CheckoutDependencies &
  Omit<PanelDependencies, keyof LimitsOfPanel | "panel">;

export interface EndpointOptions {
  rateLimits?: RateLimitChoice;
  /** Where it is set, Prometheus gets its text at /metrics. */
  metrics?: { token: string; render(): Promise<string> } | undefined;
  /** False: there is no merchant panel. */
  panel?: false | PanelDependencies["panel"] | undefined;
}

export function createEndpoints(dependencies: EndpointDependencies, options: EndpointOptions): Endpoint[] {
  const limiter = createRateLimiter(dependencies);
  const panel = options.panel ?? {};
  const loginLimitOf = (name: "panelLoginPerAddress" | "panelLoginPerAccount") =>
    chooseLimit(options.rateLimits, name, sharedRateLimits[name]);
  const pageLimitOf = (name: keyof typeof pageRateLimits) =>
    chooseLimit(options.rateLimits, name, { ...pageRateLimits[name], per: "address" });
  const endpoints = [
    ...createApiEndpoints(
      {
        ...dependencies,
        limiter,
        listening: { pause: (ms) => setTimeout(ms, undefined, { ref: false }) },
        findSessionUser:
          panel === false ? undefined : (token, ctx) => verifySessionJwt({ ...dependencies, panel }, token, ctx),
      },
      options.rateLimits,
    ),
    ...checkoutEndpoints(dependencies),
    ...bankPageEndpoints(dependencies),
    ...cardPageEndpoints(dependencies),
    providerCallbackEndpoint(dependencies),
    logoEndpoint(dependencies),
    ...referenceEndpoints(dependencies),
    ...(options.metrics === undefined ? [] : [metricsEndpoint(options.metrics)]),
    ...(panel === false
      ? []
      : panelEndpoints({
          ...dependencies,
          panel,
          limiter,
          loginPerAddress: loginLimitOf("panelLoginPerAddress"),
          loginPerAccount: loginLimitOf("panelLoginPerAccount"),
          redeliverPerStore: pageLimitOf("panelRedeliverPerStore"),
          verifyPerStore: pageLimitOf("panelVerifyPerStore"),
          linksPerAddress: pageLimitOf("panelLinksPerAddress"),
          resetPerAccount: pageLimitOf("panelResetPerAccount"),
        })),
  ];
  return limitPages(dependencies, endpoints, {
    perAddress: pageLimitOf("pagesPerAddress"),
    perLink: pageLimitOf("pagesPerLink"),
  });
}
