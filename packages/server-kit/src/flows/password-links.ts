// One-time links that set a password: invitations and resets. The token is only in the mail;
// the database stores its hash.
import { createHash } from "node:crypto";
import type { UserLinkPurpose } from "../domain/account.js";
import { invitationMail, passwordResetMail } from "../domain/account-mail.js";
import { createToken } from "../domain/identifiers.js";
import { findPasswordViolations, hashPassword } from "../domain/password.js";
import { Refusal, requireNoViolations } from "../domain/refusal.js";
import type { User } from "../domain/user.js";
import type { Records } from "../storage/port.js";
import { appendAudit } from "./append-audit.js";
import {
  createUser,
  type ManageUsersDependencies,
  type NewUserInput,
  normalizeEmail,
  type UserView,
} from "./manage-users.js";
import { inPasswordQueue } from "./password-queue.js";
import { type QueueAccountMailDependencies, queueAccountMail } from "./queue-account-mail.js";

export interface PasswordLinkDependencies extends ManageUsersDependencies, QueueAccountMailDependencies {
  /** `url` of a page below the panel. */
  links: { baseUrl: string };
}

const lifetimeMs: Record<UserLinkPurpose, number> = {
  invitation: 7 * 24 * 60 * 60 * 1000,
  password_reset: 60 * 60 * 1000,
};

/** Creates a user with a random password, and mails a link that sets one. @throws Refusal VALIDATION_ERROR as `createUser`. */
export async function inviteUser(
  dependencies: PasswordLinkDependencies,
  input: Omit<NewUserInput, "password">,
  actor: string,
): Promise<UserView> {
  const { password: _, ...user } = await createUser(dependencies, input, actor);
  await dependencies.storage.write(async (records) => {
    const stored = await records.users.find(user.userId);
    if (stored !== undefined) await sendLink(dependencies, records, stored, "invitation");
  });
  return user;
}

/** Mails a link to an existing user, who was invited before or has lost the password. @throws Refusal VALIDATION_ERROR for an unknown user. */
export async function sendPasswordLink(
  dependencies: PasswordLinkDependencies,
  userId: string,
  actor: string,
): Promise<{ email: string }> {
  return dependencies.storage.write(async (records) => {
    const user = await records.users.find(userId);
    if (user === undefined || user.disabledAt !== undefined) {
      throw new Refusal("VALIDATION_ERROR", { message: `"${userId}" is not a known user, or is disabled.` });
    }
    await sendLink(dependencies, records, user, "password_reset");
    await auditOf(dependencies, records, user, actor, "user.password_link_sent");
    return { email: user.email };
  });
}

/** Mails a link if the user exists; the result does not reveal whether it does. */
export async function requestPasswordReset(dependencies: PasswordLinkDependencies, email: string): Promise<void> {
  await dependencies.storage.write(async (records) => {
    const user = await records.users.findByEmail(normalizeEmail(email));
    if (user === undefined || user.disabledAt !== undefined) return;
    await sendLink(dependencies, records, user, "password_reset");
    await auditOf(dependencies, records, user, user.email, "user.password_reset_requested");
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
    await auditOf(dependencies, records, found.user, found.user.email, "user.password_set", { by: found.purpose });
    return true;
  });
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
    expiresAt: now + lifetimeMs[purpose],
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

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function auditOf(
  { clock }: PasswordLinkDependencies,
  records: Records,
  user: User,
  actor: string,
  action: string,
  detail: Record<string, string> = {},
): Promise<void> {
  const merchantId = user.merchantId === undefined ? {} : { merchantId: user.merchantId };
  await appendAudit({ clock }, records, { actor, action, ...merchantId, subject: user.userId, detail });
}
