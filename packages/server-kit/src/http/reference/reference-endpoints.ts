// GET /docs: the API reference (docs/decisions/reference-page.md). It contains no personal data and requires no sign-in.
import type { Endpoint } from "../call.js";
import type { Links } from "../links.js";
import { setPageHeaders } from "../page-headers.js";
import { staticAsset } from "../static-asset.js";
import { renderReference } from "./reference-page.js";
import { referenceScript } from "./script.js";
import { referenceStyle } from "./style.js";

export function referenceEndpoints({ links }: { links: Links }): Endpoint[] {
  const style = staticAsset("reference.css", "text/css", referenceStyle);
  const script = staticAsset("reference.js", "text/javascript", referenceScript);
  // Rendered on the first request: most processes never serve it.
  let page: string | undefined;
  return [
    {
      method: "GET",
      path: "/docs",
      operation: undefined,
      steps: [
        async ({ ctx }) => {
          const { openApiDocument } = await import("../generated/openapi.js");
          setPageHeaders(ctx, { baseUrl: links.baseUrl, images: [] });
          page ??= renderReference(openApiDocument, links, {
            stylePath: style.path,
            scriptPath: script.path,
          }).toString();
          ctx.status = 200;
          ctx.type = "text/html; charset=utf-8";
          ctx.body = page;
        },
      ],
    },
    style,
    script,
  ];
}
