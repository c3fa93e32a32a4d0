// Renders a refusal in the panel: what was wrong, what to do next, and the request id under which it is logged.
import type { Logger } from "../../domain/clock.js";
import { errorTable } from "../../domain/generated/error-table.js";
import { seesAllStores } from "../../domain/panel-permissions.js";
import type { Refusal } from "../../domain/refusal.js";
import type { Call } from "../call.js";
import { html } from "../html.js";
import type { Links } from "../links.js";
import { seeOther } from "../page-headers.js";
import { problemSummary } from "./form-problem.js";
import { nextPath } from "./next-path.js";
import { type PageFrame, sendPage } from "./page.js";
import type { PanelOptions } from "./panel-dependencies.js";

interface ProblemDependencies {
  links: Links;
  logger: Logger;
  panel: Pick<PanelOptions, "signInUrl"> & { signIn?: unknown };
}

/** `frame`: the visit as far as it was resolved; undefined when no user is signed in. */
export function sendProblem(
  dependencies: ProblemDependencies,
  call: Call,
  refusal: Refusal,
  frame: PageFrame = { links: dependencies.links, visitor: undefined, store: undefined },
): void {
  const { links, logger, panel } = dependencies;
  const { ctx, requestId } = call;
  const home = `${links.basePath}/panel`;
  if (refusal.code === "SESSION_REQUIRED" && panel.signIn !== undefined) {
    sendHostSignIn(dependencies, call);
    return;
  }
  if (refusal.code === "SESSION_REQUIRED" && ctx.method !== "POST") {
    seeOther(ctx, `${home}/sign-in?next=${encodeURIComponent(pathBelow(ctx.url, links.basePath))}`);
    return;
  }
  if (refusal.code === "INTERNAL_ERROR") {
    logger.error({ requestId, method: ctx.method, route: "panel", err: refusal.cause }, "request failed");
  }
  if (refusal.retryAfterSeconds !== undefined) ctx.set("Retry-After", String(refusal.retryAfterSeconds));
  const { status, error } = errorTable[refusal.code];
  const isPassing = (status >= 500 || status === 429) && ctx.method === "GET";
  const text = readerText(refusal, frame) ?? (Array.isArray(refusal.details) ? undefined : refusal.message);
  sendPage(call, frame, {
    title: titles[refusal.code] ?? error,
    status,
    body: html`<div class="card">
${text === undefined ? problemSummary(refusal) : html`<p>${text}</p>`}
<p>${refusal.code === "SESSION_REQUIRED" ? html`<a class="button" href="${home}/sign-in?next=${encodeURIComponent(pageOfForm(call, links))}">Sign in</a>` : isPassing ? html`<a class="button" href="">Try again</a>` : html`<a class="button" href="${home}">Back to the panel</a>`}</p>
<p class="hint">Code <code>${refusal.code}</code>, request id <code>${requestId}</code></p>
</div>`,
  });
}

/** A text that fits the reader and the role; undefined where the refusal's own message is more specific. */
function readerText(
  { code, message, retryAfterSeconds = 60 }: Refusal,
  { visitor, store }: PageFrame,
): string | undefined {
  if (code === "INTERNAL_ERROR") {
    return "This is an error on our side. Try again; if it happens again, quote the request id below when you contact support.";
  }
  if (code === "UNHEALTHY") {
    return "The service is temporarily unavailable. Try again in a few seconds; if that does not help, contact the operator of this service.";
  }
  if (code === "SHUTTING_DOWN") return "The service is restarting. Try again in a few seconds.";
  if (code === "RATE_LIMITED" && message === errorTable.RATE_LIMITED.message) {
    return `There were too many requests in a short time. Try again in ${retryAfterSeconds} seconds.`;
  }
  if (code === "PAYMENT_NOT_FOUND") {
    return store === undefined
      ? "There is no payment with this id."
      : "This store has no payment with this id. Check the link, or search the payments for its order.";
  }
  if (code === "STORE_NOT_FOUND") {
    return visitor !== undefined && seesAllStores(visitor.role)
      ? "There is no store with this merchant id. It may have been deleted."
      : "Your account has access to one store, and this address is not part of it.";
  }
  const saysNothing = message === errorTable.ROUTE_NOT_FOUND.message;
  return code === "ROUTE_NOT_FOUND" && saysNothing ? "Check the address, or start again from the panel." : undefined;
}

/** For hosts with their own sign-in: the panel shows no form. */
export function sendHostSignIn({ links, panel: { signInUrl } }: ProblemDependencies, call: Call): void {
  sendPage(
    call,
    { links, visitor: undefined, store: undefined },
    {
      title: "Please sign in",
      status: 401,
      body: html`<div class="card"><p>Sign in to the application that contains this panel to use it.</p>
${signInUrl !== undefined && html`<p><a class="button" href="${signInUrl}">Sign in</a></p>`}</div>`,
    },
  );
}

const titles: Partial<Record<Refusal["code"], string>> = {
  SESSION_REQUIRED: "Please sign in",
  CSRF_FAILED: "This form could not be accepted",
  SCOPE_MISSING: "You don't have access",
  ROUTE_NOT_FOUND: "This page doesn't exist",
  STORE_NOT_FOUND: "This page doesn't exist",
  PAYMENT_NOT_FOUND: "We can't find this payment",
  RATE_LIMITED: "Too many attempts",
  INTERNAL_ERROR: "Something went wrong",
  UNHEALTHY: "Please try again in a moment",
  SHUTTING_DOWN: "Please try again in a moment",
};

/** The page to return to after the sign-in; a host may or may not have removed the prefix. */
function pathBelow(url: string, basePath: string): string {
  return basePath !== "" && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;
}

/** The page whose form was sent, so that the sign-in can lead back to it. */
function pageOfForm({ ctx }: Call, links: Links): string {
  const referrer = ctx.get("referer");
  if (!URL.canParse(referrer) || new URL(referrer).origin !== new URL(links.baseUrl).origin) return "/panel";
  const { pathname, search } = new URL(referrer);
  return nextPath(pathBelow(`${pathname}${search}`, links.basePath));
}
