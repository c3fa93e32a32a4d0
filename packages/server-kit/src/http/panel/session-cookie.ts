// The panel's cookies, written by hand: Koa's own refuse `Secure` over the plain hop behind a TLS proxy, and sign with a host's keys.
import type { Call } from "../call.js";
import type { Links } from "../links.js";

export interface PanelCookie {
  read(call: Call): string | undefined;
  /** For the browser's session: how long the value counts is the server's business. */
  write(call: Call, value: string): void;
  clear(call: Call): void;
}

/**
 * `Lax` and not `Strict`: a link to a transaction in a mail should find its reader signed in. Forms are guarded by a token and by their
 * origin, and nothing changes on a GET. `__Host-` needs the path `/`: a service below a path of its own, which a host app may share with
 * others, has `__Secure-` and keeps its cookie to that path. A value of another form than the given one counts as none; tokens by default.
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
