// The users who may sign in: a store's users, managed by its owners, and the operators, managed by operators.
import { seesAllStores, type UserRole, userRoles } from "../../domain/panel-permissions.js";
import { Refusal } from "../../domain/refusal.js";
import {
  createUser,
  deleteUser,
  setUserDisabled,
  setUserPassword,
  setUserRole,
  type UserView,
} from "../../flows/manage-users.js";
import { inviteUser, sendPasswordLink, withdrawInvitation } from "../../flows/password-links.js";
import { type SecondFactorPolicy, setSecondFactorPolicy } from "../../flows/second-factor-policy.js";
import { requireOpenSession } from "../../flows/sign-in.js";
import { UsedForm, useFormOnce } from "../../flows/use-form-once.js";
import type { Records } from "../../storage/port.js";
import type { Endpoint } from "../call.js";
import { seeOther } from "../page-headers.js";
import { notice } from "./elements.js";
import { isConflict, requireUnchanged } from "./filled-from.js";
import { sentFill } from "./form-fill.js";
import { problemSummary } from "./form-problem.js";
import { isPasswordConfirmed } from "./password-again.js";
import { listOf, mailed, newPassword, showUsers, storeRoles, type UserList } from "./users-view.js";
import { doneText, type PanelContext, panelPage, type StoreVisit, storePage, type Visit } from "./visit.js";

const done: Record<string, string> = {
  disabled: "The user is signed out everywhere and cannot sign in.",
  enabled: "The user may sign in again.",
  role: "The role is changed. The user has to sign in again.",
  withdrawn: "The invitation is withdrawn: its link no longer works.",
  deleted: "The user is deleted. The audit log keeps what the user did.",
  policy: "The setting is saved and applies from each user's next page on.",
};

type Work = (context: PanelContext, list: UserList) => Promise<void>;

export function usersEndpoints(context: PanelContext): Endpoint[] {
  const actions: ["GET" | "POST", string, Work][] = [
    ["GET", "", showUsersDone],
    ["POST", "", addUser],
    ["POST", "/:userId/password", resetPassword],
    ["POST", "/:userId/disabled", changeDisabled],
    ["POST", "/:userId/role", changeRole],
    ["POST", "/:userId/delete", removeUser],
    ["POST", "/:userId/withdraw", withdraw],
  ];
  const policy = panelPage(context, {
    method: "POST",
    path: "/operators/second-factor",
    permission: "stores:all",
    work: (visit) => changePolicy(context, visit),
  });
  const pages = actions.flatMap(([method, path, action]) => {
    const work = method === "POST" ? afterPassword(action) : action;
    return [
      storePage(context, {
        method,
        path: `/users${path}`,
        permission: "users:write",
        work: (visit: StoreVisit) =>
          work(context, { visit, merchantId: visit.store.merchantId, path: visit.storePath("/users") }),
      }),
      panelPage(context, {
        method,
        path: `/operators${path}`,
        permission: "stores:all",
        work: (visit) => work(context, { visit, merchantId: undefined, path: visit.path("/operators") }),
      }),
    ];
  });
  return [policy, ...pages];
}

/** Every action changes who may sign in. */
function afterPassword(work: Work): Work {
  return async (context, list) => {
    if (await isPasswordConfirmed(context, list.visit)) await work(context, list);
  };
}

async function showUsersDone(context: PanelContext, list: UserList): Promise<void> {
  const text = doneText(list.visit, done);
  await showUsers(context, list, { top: text !== undefined && notice(text) });
}

async function addUser(context: PanelContext, list: UserList): Promise<void> {
  const { visit, merchantId } = list;
  const { email = "", role = "" } = visit.form;
  const { mayMail } = context.dependencies;
  const useForm = async (records: Records) => {
    await requireStillSignedIn(visit, records);
    await useFormOnce(context.dependencies, records, visit.form.mark, mayMail ? userInvited : userExists);
  };
  try {
    // The flow refuses a word that is no role.
    const wanted = merchantId === undefined ? "operator" : (role as UserRole);
    if (merchantId !== undefined && seesAllStores(wanted)) throw new Refusal("SCOPE_MISSING");
    const input = { email, merchantId, role: wanted };
    if (mayMail) {
      const invited = await inviteUser(context.dependencies, input, visit.actor, useForm);
      context.dependencies.wakeMails();
      await showUsers(context, list, { top: mailed(invited.email, "invitation") });
    } else {
      const user = await createUser(context.dependencies, input, visit.actor, { before: useForm });
      await showUsers(context, list, { top: newPassword(user.email, user.password) });
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    const fill = sentFill(visit.form, { problem: error });
    await showUsers(context, list, { top: fill.summary, status: isConflict(error) ? 409 : 400, fill });
  }
}

const userInvited =
  "This form was sent before and its user was invited: nothing was sent again. If the mail is lost, send the invitation again below.";
const userExists =
  "This form was sent before and its user was added: nothing was added again. The password was shown only once: if it is lost, set a new one below.";

async function resetPassword(context: PanelContext, list: UserList): Promise<void> {
  const { actor, form } = list.visit;
  const { email, userId } = await getOther(context, list);
  const { mayMail } = context.dependencies;
  const useForm = async (records: Records) => {
    await requireStillSignedIn(list.visit, records);
    await useFormOnce(context.dependencies, records, form.mark, mayMail ? linkSent : passwordSet);
  };
  try {
    if (mayMail) {
      const { purpose } = await sendPasswordLink(context.dependencies, userId, actor, useForm);
      context.dependencies.wakeMails();
      return await showUsers(context, list, { top: mailed(email, purpose) });
    }
    const { password } = await setUserPassword(context.dependencies, userId, undefined, actor, useForm);
    await showUsers(context, list, { top: newPassword(email, password) });
  } catch (error) {
    if (!(error instanceof UsedForm)) throw error;
    await showUsers(context, list, { top: problemSummary(error), status: 409 });
  }
}

const linkSent = "This form was sent before and its mail is on its way: nothing was sent again.";
const passwordSet =
  "This form was sent before and its password was set: it was not changed again. The new password was shown only once: if it is lost, set another one.";

async function changeDisabled(context: PanelContext, list: UserList): Promise<void> {
  const user = await getOther(context, list);
  const isDisabled = list.visit.form.to === "disabled";
  await setUserDisabled(context.dependencies, user.userId, isDisabled, list.visit.actor, (records) =>
    requireStillSignedIn(list.visit, records),
  );
  seeOther(list.visit.call.ctx, `${list.path}?done=${isDisabled ? "disabled" : "enabled"}`);
}

async function changeRole(context: PanelContext, list: UserList): Promise<void> {
  const user = await getOther(context, list);
  const roles = userRoles.filter((word) => Object.hasOwn(storeRoles, word));
  const role = roles.find((word) => word === list.visit.form.role);
  if (role === undefined) throw new Refusal("VALIDATION_ERROR", { message: `Choose one of ${roles.join(", ")}.` });
  const { filledFrom } = list.visit.form;
  try {
    await setUserRole(context.dependencies, user.userId, role, list.visit.actor, async (records, stored) => {
      await requireStillSignedIn(list.visit, records);
      requireUnchanged(filledFrom, { role: stored.role });
    });
  } catch (error) {
    if (!(error instanceof Refusal) || !isConflict(error)) throw error;
    return showUsers(context, list, { top: problemSummary(error), status: 409 });
  }
  seeOther(list.visit.call.ctx, `${list.path}?done=role`);
}

async function removeUser(context: PanelContext, list: UserList): Promise<void> {
  const user = await getOther(context, list);
  await deleteUser(context.dependencies, user.userId, list.visit.actor, (records) =>
    requireStillSignedIn(list.visit, records),
  );
  seeOther(list.visit.call.ctx, `${list.path}?done=deleted`);
}

async function withdraw(context: PanelContext, list: UserList): Promise<void> {
  const user = await getOther(context, list);
  await withdrawInvitation(context.dependencies, user.userId, list.visit.actor, (records) =>
    requireStillSignedIn(list.visit, records),
  );
  seeOther(list.visit.call.ctx, `${list.path}?done=withdrawn`);
}

async function changePolicy(context: PanelContext, visit: Visit): Promise<void> {
  if (!(await isPasswordConfirmed(context, visit))) return;
  const path = visit.path("/operators");
  const { secondFactor, filledFrom } = visit.form;
  try {
    // The flow refuses any other value.
    await setSecondFactorPolicy(
      context.dependencies,
      secondFactor as SecondFactorPolicy,
      visit.actor,
      async (_, stored) => requireUnchanged(filledFrom, { secondFactor: stored }),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || !isConflict(error)) throw error;
    const list = { visit, merchantId: undefined, path };
    return showUsers(context, list, { top: problemSummary(error), status: 409 });
  }
  seeOther(visit.call.ctx, `${path}?done=policy`);
}

/** A user of this list other than the signed-in one: the last owner must not lock everyone out by mistake. */
async function getOther({ dependencies }: PanelContext, { visit, merchantId }: UserList): Promise<UserView> {
  const users = await listOf(dependencies, merchantId);
  const user = users.find(({ userId }) => userId === visit.call.params.userId);
  if (user === undefined) throw new Refusal("ROUTE_NOT_FOUND", { message: "There is no such user here." });
  if (user.email === visit.visitor.email) {
    throw new Refusal("VALIDATION_ERROR", {
      message: "Ask another owner or operator to change your own access; your password is under Account.",
    });
  }
  return user;
}

/** In the unit of work of each action. Users whom the host app has signed in have no session here. */
async function requireStillSignedIn({ visitor: { signedIn } }: Visit, records: Records): Promise<void> {
  if (signedIn !== undefined) await requireOpenSession(records, signedIn);
}
