// The page for a request that cannot be served: an unknown link, a malformed form, an internal error.
import { errorTable } from "../../domain/generated/error-table.js";
import type { Refusal } from "../../domain/refusal.js";
import type { Call } from "../call.js";
import { html } from "../html.js";
import { setPageHeaders } from "../page-headers.js";
import type { CheckoutDependencies } from "./checkout-dependencies.js";
import { renderDocument, type Screen } from "./document.js";
import { chooseLanguage } from "./language.js";
import { linkButton } from "./screens/screen-elements.js";
import { createTranslator } from "./translator.js";

export function sendRefusalPage(
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
  const translator = createTranslator(chooseLanguage(call).language, theme);
  const isUnknown = status === 404;
  // The empty address is this page's own, with its token. A form would have to be submitted again, from its page.
  const isRepeatable = !isUnknown && ctx.method === "GET";
  const kind = kindOf(refusal.code, status);
  const title = `${kind}_heading` as const;
  const screen: Screen = {
    title,
    main: html`<h1>${translator.translate(title)}</h1>
<p>${translator.translate(`${kind}_lead`)}</p>
${isRepeatable && linkButton("", translator.translate("try_again"), "secondary")}
${!isUnknown && html`<p class="quiet-text">${translator.translate("error_number")} <code>${requestId}</code></p>`}`,
  };
  ctx.status = status;
  ctx.type = "text/html; charset=utf-8";
  ctx.body = renderDocument({
    translator,
    baseUrl: links.baseUrl,
    basePath: links.basePath,
    assets,
    screen,
    shop: undefined,
    // On an unknown link the new query loses nothing; on any other page it would drop the token.
    ...(isUnknown && ctx.method === "GET" && { languageUrl: (language) => `?lang=${language}` }),
  });
}

/** Begins the names of the texts. */
function kindOf(code: Refusal["code"], status: number): "nothing" | "unknown" | "busy" | "error_page" {
  if (code === "ROUTE_NOT_FOUND") return "nothing";
  if (status === 404) return "unknown";
  return status === 503 || status === 429 ? "busy" : "error_page";
}
