// One-time links that set a password: invitations and resets. The token is only in the mail;
// the database stores its hash.
import type { UserLinkPurpose } from "../domain/account.js";
import { invitationMail, linkLifetimesMs, passwordResetMail } from "../domain/account-mail.js";
import { createToken, hashToken } from "../domain/identifiers.js";
import { findPasswordViolations, hashPassword } from "../domain/password.js";
import { Refusal, requireNoViolations } from "../domain/refusal.js";
import type { User } from "../domain/user.js";
import type { Records } from "../storage/port.js";
import type { AlsoIn } from "./also-in.js";
import { appendUserAudit } from "./append-audit.js";
import {
  createUser,
  getUser,
  type ManageUsersDependencies,
  type NewUserInput,
  normalizeEmail,
  type UserView,
} from "./manage-users.js";
import { inPasswordQueue } from "./password-queue.js";
import { type QueueAccountMailDependencies, queueAccountMail } from "./queue-account-mail.js";

export interface PasswordLinkDependencies extends ManageUsersDependencies, QueueAccountMailDependencies {
  /** Absolute, without a trailing slash: the links in mails begin with it. */
  links: { baseUrl: string };
}

/**
 * Creates a user with a random password, and mails a link that sets one.
 * @param alsoIn runs first in the unit of work that does; what it throws leaves no user.
 * @throws Refusal VALIDATION_ERROR as `createUser`.
 */
export async function inviteUser(
  dependencies: PasswordLinkDependencies,
  input: Omit<NewUserInput, "password">,
  actor: string,
  alsoIn?: AlsoIn,
): Promise<UserView> {
  const { password: _, ...user } = await createUser(dependencies, input, actor, {
    ...(alsoIn && { before: alsoIn }),
    after: (records, stored) => sendLink(dependencies, records, stored, "invitation"),
  });
  return user;
}

/**
 * Mails a link to an existing user: the invitation again until a first password is set, otherwise a link for a new password.
 * @param alsoIn runs first in the unit of work that queues the mail; what it throws leaves nothing queued.
 * @throws Refusal VALIDATION_ERROR for an unknown user.
 */
export async function sendPasswordLink(
  dependencies: PasswordLinkDependencies,
  userId: string,
  actor: string,
  alsoIn?: AlsoIn,
): Promise<{ purpose: UserLinkPurpose }> {
  return dependencies.storage.write(async (records) => {
    await alsoIn?.(records);
    const user = await records.users.find(userId);
    if (user === undefined || user.disabledAt !== undefined) {
      throw new Refusal("VALIDATION_ERROR", { message: `"${userId}" is not a known user, or is disabled.` });
    }
    const purpose = await purposeFor(records, user.userId);
    await sendLink(dependencies, records, user, purpose);
    const action = purpose === "invitation" ? "user.invitation_sent" : "user.password_link_sent";
    await appendUserAudit(dependencies, records, user, actor, action);
    return { purpose };
  });
}

/**
 * Mails a link if the user exists; an invitation that has expired is renewed only by who manages users. The result does not reveal whether
 * the user exists, but the duration would: respond before calling this.
 */
export async function requestPasswordReset(dependencies: PasswordLinkDependencies, email: string): Promise<void> {
  await dependencies.storage.write(async (records) => {
    const user = await records.users.findByEmail(normalizeEmail(email));
    if (user === undefined || user.disabledAt !== undefined) return;
    const invitation = await records.userLinks.findInvitation(user.userId);
    if (invitation !== undefined && invitation.expiresAt <= dependencies.clock.now()) return;
    await sendLink(dependencies, records, user, invitation?.purpose ?? "password_reset");
    await appendUserAudit(dependencies, records, user, user.email, "user.password_reset_requested");
  });
}

/**
 * When the invitation of each user who has not set a password yet ends or ended, in epoch milliseconds by user id: of one store's users, or
 * of the operators when `merchantId` is undefined.
 */
export async function listInvitations(
  { storage }: Pick<PasswordLinkDependencies, "storage">,
  merchantId: string | undefined,
): Promise<ReadonlyMap<string, number>> {
  const found = await storage.read((records) => records.userLinks.listInvitations(merchantId));
  return new Map(found.map(({ userId, expiresAt }) => [userId, expiresAt]));
}

/**
 * Deletes an invited user, whose link then no longer works.
 * @throws Refusal VALIDATION_ERROR for an unknown user, or one with a password.
 */
export async function withdrawInvitation(
  dependencies: Omit<ManageUsersDependencies, "randomBytes">,
  userId: string,
  actor: string,
  alsoIn?: AlsoIn,
): Promise<void> {
  await dependencies.storage.write(async (records) => {
    await alsoIn?.(records);
    const user = await getUser(records, userId);
    if (!(await isInvited(records, userId))) {
      throw new Refusal("VALIDATION_ERROR", { message: "This user already has a password: nothing was withdrawn." });
    }
    await records.users.remove(userId);
    await appendUserAudit(dependencies, records, user, actor, "user.invitation_withdrawn", {
      email: user.email,
      role: user.role,
    });
  });
}

/** The user of a link; undefined for a link that was used, has expired or is unknown. */
export async function findPasswordLink(
  { storage, clock }: Pick<PasswordLinkDependencies, "storage" | "clock">,
  token: string,
): Promise<{ email: string; purpose: UserLinkPurpose } | undefined> {
  return storage.read(async (records) => {
    const found = await findUser(records, hashToken(token), clock.now());
    return found && { email: found.user.email, purpose: found.purpose };
  });
}

/**
 * Sets the password, invalidates all links of the user and ends all sessions. False when the link is no longer valid.
 * @throws Refusal VALIDATION_ERROR for a weak password: the link stays valid.
 */
export async function usePasswordLink(
  dependencies: PasswordLinkDependencies,
  token: string,
  password: string,
): Promise<boolean> {
  const { storage, clock, randomBytes } = dependencies;
  const tokenHash = hashToken(token);
  const before = await storage.read((records) => findUser(records, tokenHash, clock.now()));
  if (before === undefined) return false;
  requireNoViolations(findPasswordViolations(password, before.user.email));
  const passwordHash = await inPasswordQueue(() => hashPassword(password, randomBytes));
  return storage.write(async (records) => {
    const found = await findUser(records, tokenHash, clock.now());
    if (found === undefined) return false;
    await records.users.update({ ...found.user, passwordHash });
    await records.userLinks.removeOfUser(found.user.userId);
    await records.users.removeSessionsOfUser(found.user.userId);
    await appendUserAudit(dependencies, records, found.user, found.user.email, "user.password_set", {
      by: found.purpose,
    });
    return true;
  });
}

async function isInvited(records: Records, userId: string): Promise<boolean> {
  return (await records.userLinks.findInvitation(userId)) !== undefined;
}

async function purposeFor(records: Records, userId: string): Promise<UserLinkPurpose> {
  return (await isInvited(records, userId)) ? "invitation" : "password_reset";
}

async function sendLink(
  dependencies: PasswordLinkDependencies,
  records: Records,
  user: User,
  purpose: UserLinkPurpose,
): Promise<void> {
  const { clock, randomBytes, links } = dependencies;
  const token = createToken(randomBytes);
  const now = clock.now();
  await records.userLinks.removeOfUser(user.userId);
  await records.userLinks.insert({
    tokenHash: hashToken(token),
    userId: user.userId,
    purpose,
    createdAt: now,
    expiresAt: now + linkLifetimesMs[purpose],
  });
  const compose = purpose === "invitation" ? invitationMail : passwordResetMail;
  const store = user.merchantId === undefined ? undefined : await records.stores.find(user.merchantId);
  const content = compose({ address: `${links.baseUrl}/panel/password/${token}`, storeName: store?.name });
  await queueAccountMail(dependencies, records, { recipient: user.email, ...content });
}

async function findUser(records: Records, tokenHash: string, now: number) {
  const link = await records.userLinks.find(tokenHash);
  if (link === undefined || link.expiresAt <= now) return undefined;
  const user = await records.users.find(link.userId);
  return user === undefined || user.disabledAt !== undefined ? undefined : { user, purpose: link.purpose };
}
