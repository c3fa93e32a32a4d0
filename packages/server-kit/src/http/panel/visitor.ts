// Identifies the panel's visitor: one of its own users with a session, or a user whom the host app has signed in.
import { createHmac } from "node:crypto";
import { createToken } from "../../domain/identifiers.js";
import { seesAllStores, type UserRole } from "../../domain/panel-permissions.js";
import { keepSecretSetting } from "../../flows/keep-secret-setting.js";
import { normalizeEmail } from "../../flows/manage-users.js";
import { findSession, type SignedIn } from "../../flows/sign-in.js";
import type { Call } from "../call.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { panelCookie } from "./session-cookie.js";

export interface Visitor {
  email: string;
  role: UserRole;
  /** Undefined for operators. */
  merchantId: string | undefined;
  /** Included in every form and checked when it is sent. */
  csrfToken: string;
  /** When the user last entered the password, epoch milliseconds; undefined when a host's sign-in does not provide it. */
  confirmedAt: number | undefined;
  /** Undefined for users whom the host app has signed in: they have no password or session of the panel. */
  signedIn: SignedIn | undefined;
}

export type FindVisitor = (call: Call) => Promise<Visitor | undefined>;

export function createFindVisitor(dependencies: PanelDependencies): FindVisitor {
  return dependencies.panel.signIn === undefined ? findOwnUser(dependencies) : findHostUser(dependencies);
}

export function sessionCookie(dependencies: Pick<PanelDependencies, "links">) {
  return panelCookie(dependencies.links, "ps_panel");
}

function findOwnUser(dependencies: PanelDependencies): FindVisitor {
  const cookie = sessionCookie(dependencies);
  return async (call) => {
    const token = cookie.read(call);
    const signedIn = token === undefined ? undefined : await findSession(dependencies, token);
    if (signedIn === undefined) return undefined;
    const { email, role, merchantId } = signedIn.user;
    const { csrfToken, confirmedAt } = signedIn.session;
    return { email, role, merchantId, csrfToken, confirmedAt, signedIn };
  };
}

/** Without a session of the panel, the CSRF token is bound to a browser cookie and to the user. */
function findHostUser(dependencies: PanelDependencies): FindVisitor {
  const cookie = panelCookie(dependencies.links, "ps_panel_forms");
  return async (call) => {
    const found = await dependencies.panel.signIn?.(call.ctx);
    if (found === undefined) return undefined;
    const { role } = found;
    const email = normalizeEmail(found.email);
    const merchantId = seesAllStores(role) ? undefined : found.merchantId;
    if (!seesAllStores(role) && merchantId === undefined) {
      throw new Error(`panel.signIn gave the role ${role} without a merchantId: only operators may have none.`);
    }
    let browser = cookie.read(call);
    if (browser === undefined) {
      browser = createToken(dependencies.randomBytes);
      cookie.write(call, browser);
    }
    const key = await keepSecretSetting(dependencies, "panel_form_key");
    const csrfToken = createHmac("sha256", key).update(`${browser}\n${email}`).digest("base64url");
    return { email, role, merchantId, csrfToken, confirmedAt: found.confirmedAt, signedIn: undefined };
  };
}
