// The dependencies of the panel, and the options a host may set for it.
import type { ServerResponse } from "node:http";
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

/** A user whom a host app has signed in itself. */
export interface HostVisitor {
  /** Recorded in the audit log for every action of this user. */
  email: string;
  role: UserRole;
  /** The one store that the user may access; left out for operators. */
  merchantId?: string | undefined;
  /**
   * When the user last entered the password (or whatever your sign-in requires), epoch milliseconds. When it was more than ten minutes ago,
   * actions that affect money or access (API keys, the account for buyers' money, the contact, users) lead to `signInUrl` first. Left out,
   * confirming again is left to your application.
   */
  confirmedAt?: number | undefined;
}

/** Declared with method syntax, so that a function over the host's own context type is assignable as well. */
interface HostSignIn {
  signIn(ctx: HostContext, options: { signal: AbortSignal }): Promise<HostVisitor | undefined>;
  isSignedIn(person: SignedInPerson, options: { signal: AbortSignal }): Promise<boolean>;
}

/** The user that a session token was issued for. */
export interface SignedInPerson {
  /** In lower case. */
  email: string;
  /** The store that the token may read; undefined for all stores. */
  merchantId: string | undefined;
}

export interface PanelOptions {
  /**
   * Your own sign-in instead of the panel's users and passwords: returns the user behind a request. It is called for every request, so that
   * a sign-out takes effect immediately. Undefined means that no user is signed in; the panel then shows a page that links to `signInUrl`.
   * The signal is aborted after 10 seconds, when the service stops waiting.
   */
  signIn?: HostSignIn["signIn"] | undefined;
  /** Where users sign in, with `signIn` only: a path of your application or an absolute URL. */
  signInUrl?: string | undefined;
  /**
   * Whether a user is still signed in to your application and still belongs to the store, with `signIn` only: called at each use of a
   * session token (`POST /panel/session-token`), so that a token ends with a sign-out or a change of store. Left out, `signIn` is called
   * with the request that carries the token, which then needs your own cookies too. The signal is aborted after 10 seconds.
   */
  isSignedIn?: HostSignIn["isSignedIn"] | undefined;
  /**
   * How long a store's new account for buyers' money waits before it takes effect when it is changed in the panel, in milliseconds; default
   * 0. The store's contact is notified by mail when it is requested and when it takes effect, and an owner may withdraw it until then. A
   * first account takes effect immediately, as does one that is set by `service.stores.update` or the command line.
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
  /** A mailer is configured: users get links by mail instead of passwords shown to the person who created the account. */
  mayMail: boolean;
  /** Called when mails may be due. */
  wakeMails(): void;
  /** Runs work once the response is sent or its connection is closed. A stop waits for it; a failure is logged. */
  runAfter(response: ServerResponse, work: () => Promise<void>): void;
  environments: readonly Environment[];
  limiter: RateLimiter;
  /** Undefined: not limited. This applies to each limit below too. */
  loginPerAddress: RateLimit | undefined;
  loginPerAccount: RateLimit | undefined;
  redeliverPerStore: RateLimit | undefined;
  verifyPerStore: RateLimit | undefined;
  linksPerAddress: RateLimit | undefined;
  resetPerAccount: RateLimit | undefined;
  panel: Omit<PanelOptions, "signIn" | "isSignedIn"> & {
    /** The host's, with timeout and checks of the result. */
    signIn?: ((ctx: HostContext) => Promise<HostVisitor | undefined>) | undefined;
    isSignedIn?: ((person: SignedInPerson) => Promise<boolean>) | undefined;
  };
}
