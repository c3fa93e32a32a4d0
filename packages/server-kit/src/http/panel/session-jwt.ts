// The token that lets a panel user's own tools read the webhook history (spec/rules.md#authentication, 8): a JWT valid for ten minutes,
// bound to the session it was issued in and to the stores its user may access.
import type { Clock, RandomBytes } from "../../domain/clock.js";
import { seesAllStores } from "../../domain/panel-permissions.js";
import { Refusal } from "../../domain/refusal.js";
import type { Vault } from "../../domain/vault.js";
import { keepSecretSetting } from "../../flows/keep-secret-setting.js";
import { normalizeEmail } from "../../flows/manage-users.js";
import { findSessionByHash } from "../../flows/sign-in.js";
import type { Storage } from "../../storage/port.js";
import { type Endpoint, type SessionUser, sendJson } from "../call.js";
import type { HostContext } from "../host-koa.js";
import type { Links } from "../links.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { type PanelContext, panelPage } from "./visit.js";

export interface SessionJwtDependencies {
  storage: Storage;
  clock: Clock;
  vault: Vault;
  randomBytes: RandomBytes;
  links: Links;
}

/** The host's own sign-in, used to check the user of a token. */
export interface HostSignInDependencies {
  panel: Pick<PanelDependencies["panel"], "signIn" | "isSignedIn">;
}

const lifetimeSeconds = 10 * 60;
const keySetting = "panel_session_jwt_key";

/** The token's claims; `sid` is the hash of the panel session, absent for users whom the host app has signed in. */
interface Claims {
  sub: string;
  store: string | undefined;
  sid: string | undefined;
}

/**
 * POST /panel/session-token with a form's `csrf`, and for operators optionally the `merchantId` to limit the token to. Responds with JSON.
 */
export function sessionTokenEndpoint(context: PanelContext): Endpoint {
  const { dependencies } = context;
  // Responds with JSON, not with a page.
  const { sendRefusalPage: _, ...endpoint } = panelPage(context, {
    method: "POST",
    path: "/session-token",
    async work({ call, visitor, form }) {
      const store = visitor.merchantId ?? (form.merchantId || undefined);
      if (visitor.merchantId !== undefined && form.merchantId && form.merchantId !== visitor.merchantId) {
        throw new Refusal("STORE_NOT_FOUND");
      }
      const sub = visitor.signedIn?.user.userId ?? visitor.email;
      const sid = visitor.signedIn?.session.tokenHash;
      const { token, expiresAt } = await issueSessionJwt(dependencies, { sub, store, sid });
      sendJson(call, 200, { token, tokenType: "Bearer", expiresAt: new Date(expiresAt).toISOString() });
    },
  });
  return endpoint;
}

async function issueSessionJwt(
  dependencies: SessionJwtDependencies,
  { sub, store, sid }: Claims,
): Promise<{ token: string; expiresAt: number }> {
  const { SignJWT } = await loadJose();
  const issuedAt = Math.floor(dependencies.clock.now() / 1000);
  const token = await new SignJWT({ ...(store !== undefined && { store }), ...(sid !== undefined && { sid }) })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(sub)
    .setIssuer(dependencies.links.baseUrl)
    .setAudience(audience(dependencies))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .sign(await keepSecretSetting(dependencies, keySetting));
  return { token, expiresAt: (issuedAt + lifetimeSeconds) * 1000 };
}

/** Undefined for a token that is forged, expired, issued for another purpose, or whose session or user has ended since. */
export async function verifySessionJwt(
  dependencies: SessionJwtDependencies & HostSignInDependencies,
  token: string,
  ctx: HostContext,
): Promise<SessionUser | undefined> {
  const claims = await readClaims(dependencies, token);
  if (claims === undefined) return undefined;
  const { sub, store, sid } = claims;
  if (sid === undefined) {
    return (await isStillSignedIn(dependencies, { email: sub, merchantId: store }, ctx))
      ? { userId: sub, merchantId: store }
      : undefined;
  }
  const signedIn = await findSessionByHash(dependencies, sid);
  if (signedIn === undefined || signedIn.user.userId !== sub) return undefined;
  const { role, merchantId } = signedIn.user;
  // An operator may have limited the token to one store; it never grants more than the user has now.
  const mayUse = seesAllStores(role) || (merchantId !== undefined && merchantId === store);
  return mayUse ? { userId: sub, merchantId: store } : undefined;
}

/** A sign-out at the host, another user or another store ends the token immediately. */
async function isStillSignedIn(
  { panel: { signIn, isSignedIn } }: HostSignInDependencies,
  person: { email: string; merchantId: string | undefined },
  ctx: HostContext,
): Promise<boolean> {
  if (signIn === undefined) return false;
  if (isSignedIn !== undefined) return (await isSignedIn(person)) === true;
  const found = await signIn(ctx);
  if (found === undefined || normalizeEmail(found.email) !== person.email) return false;
  return seesAllStores(found.role) || (found.merchantId !== undefined && found.merchantId === person.merchantId);
}

/** Loaded with the first token: most services never issue one. */
const loadJose = () => import("jose");

async function readClaims(dependencies: SessionJwtDependencies, token: string): Promise<Claims | undefined> {
  const key = await keepSecretSetting(dependencies, keySetting);
  const { jwtVerify } = await loadJose();
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      issuer: dependencies.links.baseUrl,
      audience: audience(dependencies),
      currentDate: new Date(dependencies.clock.now()),
      requiredClaims: ["sub", "iat", "exp"],
    });
    const text = (value: unknown) => (typeof value === "string" ? value : undefined);
    return { sub: payload.sub ?? "", store: text(payload.store), sid: text(payload.sid) };
  } catch {
    return undefined;
  }
}

function audience({ links }: SessionJwtDependencies): string {
  return `${links.baseUrl}/transactions`;
}
