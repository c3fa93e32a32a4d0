// What a person sees when a page cannot be shown: an unknown link, a broken form, a fault of ours.
import { errorTable } from "../../domain/generated/error-table.js";
import type { Refusal } from "../../domain/refusal.js";
import type { Call } from "../call.js";
import { html } from "../html.js";
import { setPageHeaders } from "../page-headers.js";
import type { CheckoutDependencies } from "./checkout-dependencies.js";
import { chooseLanguage } from "./language.js";
import { createSpeaker, renderDocument, type Screen } from "./page.js";

export function answerRefusalPage(
  { logger, links, theme, assets }: Pick<CheckoutDependencies, "logger" | "links" | "theme" | "assets">,
  call: Call,
  refusal: Refusal,
): void {
  const { ctx, requestId } = call;
  const { status } = errorTable[refusal.code];
  if (refusal.code === "INTERNAL_ERROR" || refusal.code === "UNHEALTHY") {
    logger.error({ requestId, method: ctx.method, err: refusal.cause }, "page failed");
  }
  if (refusal.retryAfterSeconds !== undefined) ctx.set("Retry-After", String(refusal.retryAfterSeconds));
  setPageHeaders(ctx, { baseUrl: links.baseUrl, images: [theme.logo] });
  const speaker = createSpeaker(chooseLanguage(call).language, theme);
  const isUnknown = status === 404;
  const title = isUnknown
    ? "unknown_heading"
    : status === 503 || status === 429
      ? "busy_heading"
      : "error_page_heading";
  const screen: Screen = {
    title,
    main: html`<h1>${speaker.say(title)}</h1>
${title !== "busy_heading" && html`<p>${speaker.say(isUnknown ? "unknown_lead" : "error_page_lead")}</p>`}
${!isUnknown && html`<p class="quiet-text"><code>${requestId}</code></p>`}`,
  };
  ctx.status = status;
  ctx.type = "text/html; charset=utf-8";
  ctx.body = renderDocument({
    speaker,
    basePath: links.basePath,
    assets,
    screen,
    shop: undefined,
    // A link that leads nowhere has nothing to lose by a new query; any other page has.
    ...(isUnknown && ctx.method === "GET" && { languageUrl: (language) => `?lang=${language}` }),
  });
}
