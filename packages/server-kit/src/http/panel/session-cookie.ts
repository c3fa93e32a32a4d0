// The panel's cookies, set without Koa's own API: it refuses `Secure` on the plain connection behind a TLS proxy, and signs with a host's
// keys.
import type { Call } from "../call.js";
import type { Links } from "../links.js";

export interface PanelCookie {
  read(call: Call): string | undefined;
  /** A browser-session cookie: the server decides how long the value is valid. */
  write(call: Call, value: string): void;
  clear(call: Call): void;
}

/**
 * `Lax` and not `Strict`, so that a link to a payment in a mail opens with the reader signed in. Forms are protected by a token and an
 * origin check, and GET requests change nothing. `__Host-` requires the path `/`: a service at a path, which a host app may share with
 * others, uses `__Secure-` and limits the cookie to that path. A value that does not match `form` is ignored; the default matches tokens.
 */
export function panelCookie({ baseUrl, basePath }: Links, name: string, form = /^[0-9A-Za-z]{43}$/): PanelCookie {
  const isSecure = baseUrl.startsWith("https:");
  const isWholeHost = isSecure && basePath === "";
  const fullName = isWholeHost ? `__Host-${name}` : isSecure ? `__Secure-${name}` : name;
  const attributes = `Path=${isWholeHost ? "/" : `${basePath}/panel`}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    read({ ctx }) {
      const pairs = ctx.get("cookie").split(";");
      const pair = pairs.map((text) => text.trim()).find((text) => text.startsWith(`${fullName}=`));
      const value = pair?.slice(fullName.length + 1);
      return value !== undefined && form.test(value) ? value : undefined;
    },
    write({ ctx }, value) {
      ctx.append("Set-Cookie", `${fullName}=${value}; ${attributes}`);
    },
    clear({ ctx }) {
      ctx.append("Set-Cookie", `${fullName}=; Max-Age=0; ${attributes}`);
    },
  };
}
