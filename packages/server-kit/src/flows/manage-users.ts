// Manages panel users: create, list, change role or password, disable, delete. Every change of a user's rights
// ends the user's sessions.
import { domainToUnicode } from "node:url";
import type { Clock, RandomBytes } from "../domain/clock.js";
import { createId } from "../domain/identifiers.js";
import { seesAllStores, type UserRole, userRoles } from "../domain/panel-permissions.js";
import { findPasswordViolations, generatePassword, hashPassword } from "../domain/password.js";
import { Refusal, type RefusalDetail, requireNoViolations } from "../domain/refusal.js";
import type { User } from "../domain/user.js";
import type { Records, Storage } from "../storage/port.js";
import type { AlsoIn } from "./also-in.js";
import { appendUserAudit } from "./append-audit.js";
import { changeDigests } from "./change-digests.js";

export interface ManageUsersDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
}

export interface NewUserInput {
  /** The sign-in name; case-insensitive. */
  email: string;
  /** If omitted, one is generated and returned. */
  password?: string | undefined;
  role: UserRole;
  /** The user's store; omitted for operators, required for other roles. */
  merchantId?: string | undefined;
}

/** A user as operators and owners see it: never the password's hash. */
export type UserView = Omit<User, "passwordHash"> & { isDisabled: boolean };

/**
 * Creates a user. `password` is returned only when it was generated: show it once.
 * @param inUnit run in the unit of work that creates the user, before and after: what they throw leaves no user.
 * @throws Refusal VALIDATION_ERROR naming each invalid field.
 */
export async function createUser(
  dependencies: ManageUsersDependencies,
  input: NewUserInput,
  actor: string,
  inUnit: { before?: AlsoIn; after?: (records: Records, user: User) => Promise<void> } = {},
): Promise<UserView & { password?: string }> {
  const { storage, clock, randomBytes } = dependencies;
  // Untyped code may leave it out.
  const email = normalizeEmail(input.email ?? "");
  const generated = input.password === undefined ? generatePassword(randomBytes) : undefined;
  const password = input.password ?? generated ?? "";
  requireNoViolations([
    ...findEmailViolations(email),
    ...findRoleViolations(input),
    ...findPasswordViolations(password, email),
  ]);
  const user: User = {
    userId: createId("usr", randomBytes),
    email,
    passwordHash: await hashPassword(password, randomBytes),
    role: input.role,
    merchantId: input.merchantId,
    createdAt: clock.now(),
    disabledAt: undefined,
  };
  await storage.write(async (records) => {
    await inUnit.before?.(records);
    if (user.merchantId !== undefined && (await records.stores.find(user.merchantId)) === undefined) {
      requireNoViolations([
        { path: "merchantId", rule: "known", message: `"${user.merchantId}" is not a known store` },
      ]);
    }
    const former = await records.users.findByEmail(email);
    if (former !== undefined) {
      if (!(await isOfDeletedStore(records, former))) {
        requireNoViolations([{ path: "email", rule: "unique", message: "already belongs to a user: choose another" }]);
      }
      await records.users.remove(former.userId);
    }
    await records.users.insert(user);
    await appendUserAudit(dependencies, records, user, actor, "user.created", { role: user.role, email });
    await inUnit.after?.(records, user);
  });
  return { ...viewOfUser(user), ...(generated !== undefined && { password: generated }) };
}

/** The users of one store, or all users, in order of their e-mail address. */
export async function listUsers({ storage }: ManageUsersDependencies, merchantId?: string): Promise<UserView[]> {
  return (await storage.read((records) => records.users.list(merchantId))).map(viewOfUser);
}

/**
 * Sets a password, or generates and returns one when none is given. Ends all sessions and password links of the user.
 * @param alsoIn runs first in the unit of work that sets it; what it throws leaves the password as it was.
 * @throws Refusal VALIDATION_ERROR for an unknown user or a weak password.
 */
export async function setUserPassword(
  dependencies: ManageUsersDependencies,
  userId: string,
  given: string | undefined,
  actor: string,
  alsoIn?: AlsoIn,
): Promise<{ password?: string }> {
  const { storage, randomBytes } = dependencies;
  const { email } = await storage.read((records) => getUser(records, userId));
  const password = given ?? generatePassword(randomBytes);
  requireNoViolations(findPasswordViolations(password, email));
  const passwordHash = await hashPassword(password, randomBytes);
  await changeUser(dependencies, userId, { actor, action: "user.password_set", alsoIn }, (user) => ({
    ...user,
    passwordHash,
  }));
  return given === undefined ? { password } : {};
}

/** Disables or enables a user. A disabled user is signed out immediately and cannot sign in; a link for a new password ends for good. */
export async function setUserDisabled(
  dependencies: ManageUsersDependencies,
  userId: string,
  isDisabled: boolean,
  actor: string,
  alsoIn?: AlsoIn,
): Promise<UserView> {
  const action = isDisabled ? "user.disabled" : "user.enabled";
  return changeUser(dependencies, userId, { actor, action, alsoIn }, (user) => ({
    ...user,
    disabledAt: isDisabled ? (user.disabledAt ?? dependencies.clock.now()) : undefined,
  }));
}

/** Deletes a user with sessions, links and second factor; audit records of the user are kept. @throws Refusal VALIDATION_ERROR. */
export async function deleteUser(
  dependencies: Omit<ManageUsersDependencies, "randomBytes">,
  userId: string,
  actor: string,
  alsoIn?: AlsoIn,
): Promise<void> {
  await dependencies.storage.write(async (records) => {
    await alsoIn?.(records);
    const user = await getUser(records, userId);
    await records.users.remove(userId);
    await appendUserAudit(dependencies, records, user, actor, "user.deleted", { email: user.email, role: user.role });
  });
}

/** Changes the role of a user. @throws Refusal VALIDATION_ERROR when the role does not match the user's store. */
export async function setUserRole(
  dependencies: ManageUsersDependencies,
  userId: string,
  role: UserRole,
  actor: string,
  alsoIn?: AlsoIn<[stored: UserView]>,
): Promise<UserView> {
  return changeUser(dependencies, userId, { actor, action: "user.role_set", alsoIn }, (user) => {
    requireNoViolations(findRoleViolations({ role, merchantId: user.merchantId }));
    return { ...user, role };
  });
}

/**
 * Addresses are stored and compared in lower case, trimmed, with a Unicode domain: browsers send the domain of a
 * form's e-mail field as `xn--…`.
 */
export function normalizeEmail(email: string): string {
  const plain = email.trim().normalize("NFC").toLowerCase();
  const at = plain.lastIndexOf("@");
  const domain = at === -1 ? "" : domainToUnicode(plain.slice(at + 1));
  return domain === "" ? plain : `${plain.slice(0, at + 1)}${domain}`;
}

/** Users of a deleted store cannot sign in, so their address is free. */
async function isOfDeletedStore(records: Records, { merchantId }: User): Promise<boolean> {
  return merchantId !== undefined && (await records.stores.find(merchantId)) === undefined;
}

async function changeUser(
  dependencies: ManageUsersDependencies,
  userId: string,
  { actor, action, alsoIn }: { actor: string; action: string; alsoIn?: AlsoIn<[stored: UserView]> | undefined },
  change: (user: User) => User,
): Promise<UserView> {
  return dependencies.storage.write(async (records) => {
    const before = await getUser(records, userId);
    await alsoIn?.(records, viewOfUser(before));
    const changed = change(before);
    await records.users.update(changed);
    await records.users.removeSessionsOfUser(userId);
    const endsResetLink =
      changed.disabledAt !== undefined && (await records.userLinks.findInvitation(userId)) === undefined;
    if (endsResetLink || changed.passwordHash !== before.passwordHash) await records.userLinks.removeOfUser(userId);
    await appendUserAudit(dependencies, records, changed, actor, action, {
      email: changed.email,
      role: changed.role,
      ...changeDigests(userId, { before, after: changed }),
    });
    return viewOfUser(changed);
  });
}

/** @throws Refusal VALIDATION_ERROR for an unknown user. */
export async function getUser(records: Records, userId: string): Promise<User> {
  const user = await records.users.find(userId);
  if (user !== undefined) return user;
  throw new Refusal("VALIDATION_ERROR", { message: `"${userId}" is not a known user: list the users.` });
}

function viewOfUser({ passwordHash: _, ...user }: User): UserView {
  return { ...user, isDisabled: user.disabledAt !== undefined };
}

function findEmailViolations(email: string): RefusalDetail[] {
  const isUsable = /^[^\s@<>"]+@[^\s@<>"]+$/.test(email) && email.length <= 254;
  return isUsable ? [] : [{ path: "email", rule: "email", message: "must be an e-mail address" }];
}

function findRoleViolations({
  role,
  merchantId,
}: {
  role: UserRole;
  merchantId?: string | undefined;
}): RefusalDetail[] {
  if (!userRoles.includes(role)) {
    return [
      { path: "role", rule: "enum", message: `must be one of ${userRoles.join(", ")}; got ${JSON.stringify(role)}` },
    ];
  }
  if (seesAllStores(role) && merchantId !== undefined) {
    return [{ path: "merchantId", rule: "role", message: "must be left out for an operator, who sees all stores" }];
  }
  if (!seesAllStores(role) && merchantId === undefined) {
    return [
      { path: "merchantId", rule: "role", message: `is required: a user with the role ${role} belongs to one store` },
    ];
  }
  return [];
}
