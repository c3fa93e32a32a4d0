// The list of all endpoints of the service, with their limits.
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
  /** When set, /metrics serves the metrics in the Prometheus text format. */
  metrics?: { token: string; render(): Promise<string> } | undefined;
  /** False: the merchant panel is disabled. */
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
