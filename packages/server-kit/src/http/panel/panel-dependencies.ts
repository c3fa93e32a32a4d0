// What the panel stands on, and what a host may set about it.
import type { Clock, Logger, RandomBytes } from "../../domain/clock.js";
import type { Environment } from "../../domain/environment.js";
import type { UserRole } from "../../domain/panel-permissions.js";
import type { ApplyEventDependencies } from "../../flows/apply-event.js";
import type { ManageApiKeysDependencies } from "../../flows/manage-api-keys.js";
import type { PasswordLinkDependencies } from "../../flows/password-links.js";
import type { RedeliverDependencies } from "../../flows/redeliver-webhook.js";
import type { SecondFactorDependencies } from "../../flows/second-factor.js";
import type { StoreDependencies } from "../../flows/stores/change-store.js";
import type { VerifyIntegrationDependencies } from "../../flows/verify-integration.js";
import type { HostContext } from "../host-koa.js";
import type { Links } from "../links.js";
import type { RateLimit, RateLimiter } from "../rate-limits.js";

/** Somebody whom a host app has signed in itself. */
export interface HostVisitor {
  /** Named by the audit log for everything that this person does. */
  email: string;
  role: UserRole;
  /** The one store that the person sees; left out for operators. */
  merchantId?: string | undefined;
  /**
   * When the person last gave the password (or whatever your sign-in asks for), epoch milliseconds. More than ten minutes ago, what moves
   * money or opens access (API keys, the account for buyers' money, the contact, users) leads to `signInUrl` first. Left out, it is yours
   * to ask again.
   */
  confirmedAt?: number | undefined;
}

/** A method, so that a function over the host's own context type fits as well. */
interface HostSignIn {
  signIn(ctx: HostContext, how: { signal: AbortSignal }): Promise<HostVisitor | undefined>;
  isSignedIn(person: SignedInPerson, how: { signal: AbortSignal }): Promise<boolean>;
}

/** Whom a session token was made for. */
export interface SignedInPerson {
  /** In lower case. */
  email: string;
  /** The store that the token reads; undefined for all stores. */
  merchantId: string | undefined;
}

export interface PanelOptions {
  /**
   * Your own sign-in instead of the panel's users and passwords: who is behind this request? It is asked for every request, so that a
   * sign-out of yours counts at once. Undefined means nobody; the panel then shows a page that links to `signInUrl`. The signal is
   * aborted after 10 seconds, when the service stops waiting.
   */
  signIn?: HostSignIn["signIn"] | undefined;
  /** Where people go to sign in, with `signIn` only: a path of yours or an absolute address. */
  signInUrl?: string | undefined;
  /**
   * Whether a person is still signed in to your application and still belongs to the store, with `signIn` only: asked at each use of a
   * session token (`POST /panel/session-token`), so that a token ends with your sign-out or a change of store. Left out, `signIn` is asked
   * about the request that carries the token, which then needs your own cookies too. The signal is aborted after 10 seconds.
   */
  isSignedIn?: HostSignIn["isSignedIn"] | undefined;
  /**
   * How long a store's new account for buyers' money waits before it counts when it is changed in the panel, in milliseconds; default 0.
   * The store's contact is told by mail when it is asked for and when it counts, and an owner may withdraw it until then. A first account
   * counts at once, as does one that is set by `service.stores.update` or the command line.
   */
  bankAccountWaitMs?: number | undefined;
}

export interface PanelDependencies
  extends StoreDependencies,
    ManageApiKeysDependencies,
    ApplyEventDependencies,
    VerifyIntegrationDependencies,
    RedeliverDependencies,
    PasswordLinkDependencies,
    SecondFactorDependencies {
  clock: Clock;
  randomBytes: RandomBytes;
  logger: Logger;
  links: Links;
  /** A mailer is configured: people get links by mail instead of passwords that are told. */
  mayMail: boolean;
  /** Mails to people may be due now. */
  wakeMails(): void;
  environments: readonly Environment[];
  limiter: RateLimiter;
  /** Undefined: not limited. */
  loginPerAddress: RateLimit | undefined;
  loginPerAccount: RateLimit | undefined;
  redeliverPerStore: RateLimit | undefined;
  verifyPerStore: RateLimit | undefined;
  linksPerAddress: RateLimit | undefined;
  resetPerAccount: RateLimit | undefined;
  panel: Omit<PanelOptions, "signIn" | "isSignedIn"> & {
    /** The host's, guarded. */
    signIn?: ((ctx: HostContext) => Promise<HostVisitor | undefined>) | undefined;
    isSignedIn?: ((person: SignedInPerson) => Promise<boolean>) | undefined;
  };
}
