// The view of the user lists: a store's users, or the operators; the actions for each; and the form to add one.
import type { UserLinkPurpose } from "../../domain/account.js";
import { type StoreRole, seesAllStores } from "../../domain/panel-permissions.js";
import { listUsers, type UserView } from "../../flows/manage-users.js";
import { listInvitations } from "../../flows/password-links.js";
import {
  readSecondFactorPolicy,
  type SecondFactorPolicy,
  secondFactorPolicies,
} from "../../flows/second-factor-policy.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { badge, confirmButton, dataTable, moment, notice, secretOnce } from "./elements.js";
import { filledFromField } from "./filled-from.js";
import { selectField, textField } from "./form-fields.js";
import { type FormFill, filled, storedFill } from "./form-fill.js";
import { sendPage } from "./page.js";
import type { PanelContext, Visit } from "./visit.js";

/** The list's owner: a store, or the operators when `merchantId` is undefined. */
export interface UserList {
  visit: Visit;
  merchantId: string | undefined;
  /** Path of the list. */
  path: string;
}

export interface UserNotes {
  top?: HtmlValue;
  status?: number;
  fill?: FormFill;
}

export const storeRoles: Readonly<Record<StoreRole, string>> = {
  viewer: "Viewer: read-only",
  developer: "Developer: keys and webhooks",
  owner: "Owner: full access",
};

export function mailed(email: string, purpose: UserLinkPurpose): HtmlValue {
  const mail = purpose === "invitation" ? "An invitation" : "A link for a new password";
  return notice(html`${mail} is on its way to ${outsideText(email)}.`);
}

export function newPassword(email: string, password: string | undefined): HtmlValue {
  if (password === undefined) return undefined;
  return secretOnce({
    title: `Password for ${email}`,
    secret: password,
    advice: "Send it over a secure channel. The user can change it under Account after the first sign-in.",
  });
}

export async function listOf(
  dependencies: PanelContext["dependencies"],
  merchantId: string | undefined,
): Promise<UserView[]> {
  const users = await listUsers(dependencies, merchantId);
  return merchantId === undefined ? users.filter(({ role }) => seesAllStores(role)) : users;
}

export async function showUsers({ dependencies }: PanelContext, list: UserList, notes: UserNotes): Promise<void> {
  const { visit, merchantId, path } = list;
  const users = await listOf(dependencies, merchantId);
  const invitations = await listInvitations(dependencies, merchantId);
  const now = dependencies.clock.now();
  const isStore = merchantId !== undefined;
  const { fill = storedFill } = notes;
  const policy = isStore ? undefined : await readSecondFactorPolicy(dependencies);
  sendPage(visit.call, visit.frame, {
    title: isStore ? "Users" : "Operators",
    current: isStore ? "/users" : "panel/operators",
    ...(notes.status !== undefined && { status: notes.status }),
    body: html`${notes.top}
<section class="card" aria-labelledby="users-title"><h2 id="users-title">${isStore ? "Users of this store" : "Operators of this service"}</h2>
${
  users.length === 0
    ? html`<p class="hint">No users yet. Add the first one below.</p>`
    : dataTable(
        isStore ? "Users of this store" : "Operators",
        ["E-mail", "Role", "State", "Added", "Actions"].map((label) => ({ label })),
        users.map((user): HtmlValue[] => [
          outsideText(user.email),
          badge(user.role),
          renderUserState(user, invitations.get(user.userId), now),
          moment(user.createdAt),
          user.email === visit.visitor.email
            ? html`<span class="hint">you</span>`
            : renderActions(list, user, { mayMail: dependencies.mayMail, isInvited: invitations.has(user.userId) }),
        ]),
      )
}</section>
<section class="card" aria-labelledby="add-title"><h2 id="add-title">Add ${isStore ? "a user" : "an operator"}</h2>
<form method="post" action="${path}">${visit.formGuard()}<div class="fields">
${textField({ ...filled(fill, "email"), label: "E-mail", type: "email", required: true, maxLength: 254, autocomplete: "off" })}
${isStore && selectField({ ...filled(fill, "role"), label: "Role", options: Object.entries(storeRoles) })}</div>
<button>${dependencies.mayMail ? "Add and send an invitation" : "Add and show a password"}</button></form></section>
${policy !== undefined && renderPolicy(visit, policy)}`,
  });
}

const policyLabels: Record<SecondFactorPolicy, string> = {
  nobody: "Optional for everybody",
  operators: "Required for operators",
  everyone: "Required for everybody",
};

function renderPolicy(visit: Visit, policy: SecondFactorPolicy): Html {
  return html`<section class="card" aria-labelledby="policy-title"><h2 id="policy-title">Second factor</h2>
<p class="hint">Users for whom it is required set one up before they can open any other page.</p>
<form method="post" action="${visit.path("/operators/second-factor")}" class="row end">${visit.formGuard()}${filledFromField({ secondFactor: policy })}
${selectField({ name: "secondFactor", label: "Second factor is", value: policy, options: secondFactorPolicies.map((word) => [word, policyLabels[word]] as const) })}
<button class="second">Save</button></form></section>`;
}

/** `invitedUntil`: set until the user has chosen a password; may be past. */
function renderUserState({ isDisabled }: UserView, invitedUntil: number | undefined, now: number): Html {
  if (isDisabled) return badge("disabled", "bad");
  if (invitedUntil === undefined) return badge("active", "good");
  return invitedUntil > now
    ? html`${badge("invited", "info")} <span class="hint">until ${moment(invitedUntil)}</span>`
    : html`${badge("invitation expired", "warn")} <span class="hint">${moment(invitedUntil)}</span>`;
}

function renderActions(
  { visit, merchantId, path }: UserList,
  user: UserView,
  { mayMail, isInvited }: { mayMail: boolean; isInvited: boolean },
): Html {
  const action = (below: string) => `${path}/${encodeURIComponent(user.userId)}/${below}`;
  const hidden = html`${visit.formGuard()}`;
  const disable = html`<form method="post" action="${action("disabled")}">${hidden}<input type="hidden" name="to" value="${user.isDisabled ? "enabled" : "disabled"}"><button class="${user.isDisabled ? "second" : "danger"}">${user.isDisabled ? "Enable" : "Disable"}</button></form>`;
  const mailLabel = isInvited ? "Send the invitation again" : "Send a link for a new password";
  const password = html`<form method="post" action="${action("password")}">${hidden}<button class="second">${mayMail ? mailLabel : "Set a new password"}</button></form>`;
  const withdraw = html`<form method="post" action="${action("withdraw")}">${hidden}<button class="danger">Withdraw the invitation</button></form>`;
  const remove = html`<form method="post" action="${action("delete")}">${hidden}<button class="danger">Delete</button></form>`;
  const role = html`<form method="post" action="${action("role")}" class="row end">${hidden}${filledFromField({ role: user.role })}${selectField(
    {
      name: "role",
      id: `role-${user.userId}`,
      label: html`Role<span class="sr"> of ${user.email}</span>`,
      value: user.role,
      options: Object.entries(storeRoles),
    },
  )}<button class="second">Change</button></form>`;
  return confirmButton(
    "Change",
    isInvited ? "The user has not chosen a password yet." : "Each of these ends the user's sessions.",
    html`${merchantId !== undefined && html`<div class="spaced">${role}</div>`}<div class="row spaced">${password}${isInvited ? withdraw : html`${disable}${remove}`}</div>`,
  );
}
