// Who may sign in: the people of a store, managed by its owners, and the operators, managed by operators.
import type { UserRole } from "../../domain/panel-permissions.js";
import { Refusal } from "../../domain/refusal.js";
import {
  createUser,
  deleteUser,
  listUsers,
  setUserDisabled,
  setUserPassword,
  setUserRole,
  type UserView,
} from "../../flows/manage-users.js";
import { inviteUser, sendPasswordLink } from "../../flows/password-links.js";
import {
  readSecondFactorPolicy,
  type SecondFactorPolicy,
  secondFactorPolicies,
  setSecondFactorPolicy,
} from "../../flows/second-factor-policy.js";
import { useFormOnce } from "../../flows/use-form-once.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { seeOther } from "../page-headers.js";
import { badge, confirmButton, dataTable, moment, notice, secretOnce } from "./elements.js";
import { filledFromField, isConflict, requireUnchanged } from "./filled-from.js";
import { selectField, textField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import { problemSummary } from "./form-problem.js";
import { answerPage } from "./page.js";
import { isPasswordConfirmed } from "./password-again.js";
import { type PanelContext, panelPage, type StoreVisit, storePage, type Visit } from "./visit.js";

const done: Record<string, string> = {
  disabled: "The user is signed out everywhere and cannot sign in.",
  enabled: "The user may sign in again.",
  role: "The role is changed. The user has to sign in again.",
  deleted: "The user is deleted. What the user did stays in the audit log.",
  policy: "It is saved, and counts from each user's next page on.",
};

const storeRoles = [
  ["viewer", "Viewer: read-only"],
  ["developer", "Developer: keys and webhooks"],
  ["owner", "Owner: full access"],
] as const satisfies (readonly [UserRole, string])[];

/** Whose list it is: a store's, or the operators'. */
interface Room {
  visit: Visit;
  merchantId: string | undefined;
  /** Path of the list. */
  path: string;
}

interface News {
  top?: HtmlValue;
  status?: number;
  fill?: FormFill;
}

type Work = (context: PanelContext, room: Room) => Promise<void>;

export function usersEndpoints(context: PanelContext): Endpoint[] {
  const actions: ["GET" | "POST", string, Work][] = [
    ["GET", "", showUsersDone],
    ["POST", "", addUser],
    ["POST", "/:userId/password", resetPassword],
    ["POST", "/:userId/disabled", changeDisabled],
    ["POST", "/:userId/role", changeRole],
    ["POST", "/:userId/delete", removeUser],
  ];
  const policy = panelPage(context, {
    method: "POST",
    path: "/operators/second-factor",
    permission: "stores:all",
    work: (visit) => changePolicy(context, visit),
  });
  const pages = actions.flatMap(([method, path, work]) => [
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
  ]);
  return [policy, ...pages];
}

async function showUsersDone(context: PanelContext, room: Room): Promise<void> {
  const word = room.visit.call.query.done ?? "";
  const text = Object.hasOwn(done, word) ? done[word] : undefined;
  await showUsers(context, room, { top: text !== undefined && notice(text) });
}

async function addUser(context: PanelContext, room: Room): Promise<void> {
  const { visit, merchantId } = room;
  const { email = "", role = "" } = visit.form;
  if (!(await useFormOnce(context.dependencies, visit.form.mark))) return showUsers(context, room, usedForm);
  try {
    if (merchantId !== undefined && role === "operator") throw new Refusal("SCOPE_MISSING");
    // Sound: the flow refuses any other role.
    const input = { email, merchantId, role: merchantId === undefined ? "operator" : (role as UserRole) };
    if (context.dependencies.mayMail) {
      const invited = await inviteUser(context.dependencies, input, visit.actor);
      context.dependencies.wakeMails();
      await showUsers(context, room, {
        top: notice(html`An invitation is on its way to ${outsideText(invited.email)}.`),
      });
    } else {
      const user = await createUser(context.dependencies, input, visit.actor);
      await showUsers(context, room, { top: newPassword(user.email, user.password) });
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    const fill = sentFill(visit.form, { problem: error });
    await showUsers(context, room, { top: fill.summary, status: 400, fill });
  }
}

async function resetPassword(context: PanelContext, room: Room): Promise<void> {
  const user = await getOther(context, room);
  if (!(await useFormOnce(context.dependencies, room.visit.form.mark))) return showUsers(context, room, usedForm);
  if (context.dependencies.mayMail) {
    await sendPasswordLink(context.dependencies, user.userId, room.visit.actor);
    context.dependencies.wakeMails();
    return showUsers(context, room, { top: mailed(user.email) });
  }
  const { password } = await setUserPassword(context.dependencies, user.userId, undefined, room.visit.actor);
  await showUsers(context, room, { top: newPassword(user.email, password) });
}

async function changeDisabled(context: PanelContext, room: Room): Promise<void> {
  const user = await getOther(context, room);
  const isDisabled = room.visit.form.to === "disabled";
  await setUserDisabled(context.dependencies, user.userId, isDisabled, room.visit.actor);
  seeOther(room.visit.call.ctx, `${room.path}?done=${isDisabled ? "disabled" : "enabled"}`);
}

async function changeRole(context: PanelContext, room: Room): Promise<void> {
  const user = await getOther(context, room);
  const role = storeRoles.map(([word]) => word).find((word) => word === room.visit.form.role);
  if (role === undefined) throw new Refusal("VALIDATION_ERROR", { message: "Choose viewer, developer or owner." });
  const { filledFrom } = room.visit.form;
  try {
    await setUserRole(context.dependencies, user.userId, role, room.visit.actor, (stored) =>
      requireUnchanged(filledFrom, { role: stored.role }),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || !isConflict(error)) throw error;
    return showUsers(context, room, { top: problemSummary(error), status: 409 });
  }
  seeOther(room.visit.call.ctx, `${room.path}?done=role`);
}

async function removeUser(context: PanelContext, room: Room): Promise<void> {
  const user = await getOther(context, room);
  if (!(await isPasswordConfirmed(context, room.visit))) return;
  await deleteUser(context.dependencies, user.userId, room.visit.actor);
  seeOther(room.visit.call.ctx, `${room.path}?done=deleted`);
}

async function changePolicy(context: PanelContext, visit: Visit): Promise<void> {
  if (!(await isPasswordConfirmed(context, visit))) return;
  // Sound: the flow refuses any other word.
  await setSecondFactorPolicy(context.dependencies, visit.form.secondFactor as SecondFactorPolicy, visit.actor);
  seeOther(visit.call.ctx, visit.path("/operators?done=policy"));
}

/** A user of this list, and not oneself: the last owner must not lock everybody out by mistake. */
async function getOther({ dependencies }: PanelContext, { visit, merchantId }: Room): Promise<UserView> {
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

async function listOf(dependencies: PanelContext["dependencies"], merchantId: string | undefined): Promise<UserView[]> {
  const users = await listUsers(dependencies, merchantId);
  return merchantId === undefined ? users.filter(({ role }) => role === "operator") : users;
}

const usedForm: News = {
  top: notice(
    "This form was sent before, so nothing was made again. A password is shown once; if it is lost, set another one.",
    "warn",
  ),
  status: 409,
};

function mailed(email: string): HtmlValue {
  return notice(html`A link to choose a password is on its way to ${outsideText(email)}.`);
}

function newPassword(email: string, password: string | undefined): HtmlValue {
  if (password === undefined) return undefined;
  return secretOnce({
    title: `Password for ${email}`,
    secret: password,
    advice: "Send it over a secure channel. The user can change it under Account after the first sign-in.",
  });
}

async function showUsers({ dependencies }: PanelContext, room: Room, news: News): Promise<void> {
  const { visit, merchantId, path } = room;
  const users = await listOf(dependencies, merchantId);
  const isStore = merchantId !== undefined;
  const { fill = storedFill } = news;
  const policy = isStore ? undefined : await readSecondFactorPolicy(dependencies);
  answerPage(visit.call, visit.frame, {
    title: isStore ? "Users" : "Operators",
    current: isStore ? "/users" : "panel/operators",
    ...(news.status !== undefined && { status: news.status }),
    body: html`${news.top}
<section class="card" aria-labelledby="users-title"><h2 id="users-title">${isStore ? "People of this store" : "People who see all stores"}</h2>
${
  users.length === 0
    ? html`<p class="hint">Nobody yet: add the first one below.</p>`
    : dataTable(
        isStore ? "Users of this store" : "Operators",
        ["E-mail", "Role", "State", "Since", "Actions"].map((label) => ({ label })),
        users.map((user): HtmlValue[] => [
          outsideText(user.email),
          badge(user.role),
          user.isDisabled ? badge("disabled", "bad") : badge("active", "good"),
          moment(user.createdAt),
          user.email === visit.visitor.email
            ? html`<span class="hint">this is you</span>`
            : renderActions(room, user, dependencies.mayMail),
        ]),
      )
}</section>
<section class="card" aria-labelledby="add-title"><h2 id="add-title">Add ${isStore ? "a user" : "an operator"}</h2>
<form method="post" action="${path}">${visit.formGuard()}<div class="fields">
${textField({ ...filled(fill, "email"), label: "E-mail", type: "email", required: true, maxLength: 254, autocomplete: "off" })}
${isStore && selectField({ ...filled(fill, "role"), label: "Role", options: storeRoles })}</div>
<button>${dependencies.mayMail ? "Add and send an invitation" : "Add and show a password"}</button></form></section>
${policy !== undefined && renderPolicy(visit, policy)}`,
  });
}

const policyLabels: Record<SecondFactorPolicy, string> = {
  nobody: "Nobody has to; everybody may",
  operators: "Operators have to",
  everyone: "Everybody has to",
};

function renderPolicy(visit: Visit, policy: SecondFactorPolicy): Html {
  return html`<section class="card" aria-labelledby="policy-title"><h2 id="policy-title">Second factor</h2>
<p class="hint">Whoever has to and has none is asked to set one up before anything else.</p>
<form method="post" action="${visit.path("/operators/second-factor")}" class="row end">${visit.formGuard()}
${selectField({ name: "secondFactor", label: "Who must have one", value: policy, options: secondFactorPolicies.map((word) => [word, policyLabels[word]] as const) })}
<button class="second">Save</button></form></section>`;
}

function renderActions({ visit, merchantId, path }: Room, user: UserView, mayMail: boolean): Html {
  const action = (below: string) => `${path}/${encodeURIComponent(user.userId)}/${below}`;
  const hidden = html`${visit.formGuard()}`;
  const disable = html`<form method="post" action="${action("disabled")}">${hidden}<input type="hidden" name="to" value="${user.isDisabled ? "enabled" : "disabled"}"><button class="${user.isDisabled ? "second" : "danger"}">${user.isDisabled ? "Enable" : "Disable"}</button></form>`;
  const password = html`<form method="post" action="${action("password")}">${hidden}<button class="second">${mayMail ? "Send a link for a new password" : "Set a new password"}</button></form>`;
  const remove = html`<form method="post" action="${action("delete")}">${hidden}<button class="danger">Delete</button></form>`;
  const role = html`<form method="post" action="${action("role")}" class="row end">${hidden}${filledFromField({ role: user.role })}${selectField(
    {
      name: "role",
      id: `role-${user.userId}`,
      label: `Role of ${user.email}`,
      value: user.role,
      options: storeRoles,
    },
  )}<button class="second">Change</button></form>`;
  return confirmButton(
    "Change",
    "Each of these ends the user's sessions.",
    html`${merchantId !== undefined && html`<div class="spaced">${role}</div>`}<div class="row spaced">${password}${disable}${remove}</div>`,
  );
}
