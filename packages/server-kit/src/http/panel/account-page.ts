// The signed-in user's account page: change the password, sign out of all sessions.
import { lifetimeText } from "../../domain/lifetime-text.js";
import { Refusal } from "../../domain/refusal.js";
import { changeOwnPassword } from "../../flows/change-own-password.js";
import { maxIdleMs, maxSessionMs } from "../../flows/sign-in.js";
import type { Endpoint } from "../call.js";
import { html, outsideText } from "../html.js";
import { seeOther } from "../page-headers.js";
import { notice } from "./elements.js";
import { newPasswordField, passwordField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import { requireOwnUser } from "./own-user.js";
import { sendPage } from "./page.js";
import { secondFactorPath } from "./second-factor-page.js";
import { limitPasswordAttempts } from "./sign-in-attempts.js";
import { type PanelContext, panelPage, type Visit } from "./visit.js";
import { sessionCookie } from "./visitor.js";

export function accountEndpoints(context: PanelContext): Endpoint[] {
  return [
    panelPage(context, {
      method: "GET",
      path: "/account",
      work(visit) {
        requireOwnUser(visit);
        showAccount(visit);
      },
    }),
    panelPage(context, {
      method: "POST",
      path: "/account/password",
      work: (visit) => changePassword(context, visit),
    }),
  ];
}

async function changePassword({ dependencies }: PanelContext, visit: Visit): Promise<void> {
  const signedIn = requireOwnUser(visit);
  const { current = "", password = "" } = visit.form;
  try {
    const changed = await limitPasswordAttempts(dependencies, visit.call, visit.actor, () =>
      changeOwnPassword(dependencies, signedIn, { current, wanted: password }),
    );
    if (changed === undefined) throw wrongCurrentPassword();
    sessionCookie(dependencies).write(visit.call, changed.token);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    return showAccount(visit, sentFill({ current: "", password: "" }, { problem: error }));
  }
  seeOther(visit.call.ctx, visit.path("/account?done=password"));
}

function wrongCurrentPassword(): Refusal {
  return new Refusal("VALIDATION_ERROR", {
    message: "The current password is incorrect.",
    details: [{ path: "current", rule: "match", message: "is incorrect" }],
  });
}

function showAccount(visit: Visit, fill: FormFill = storedFill): void {
  sendPage(visit.call, visit.frame, {
    title: "Account",
    current: "/account",
    ...(fill.status !== undefined && { status: fill.status }),
    body: html`${fill.summary}${visit.call.query.done === "password" && notice("Your password is changed. Other browsers are signed out.")}
<p>Signed in as <strong>${outsideText(visit.visitor.email)}</strong>, ${visit.visitor.role}.</p>
<div class="two"><section class="card" aria-labelledby="password-title"><h2 id="password-title">Change your password</h2>
<form method="post" action="${visit.path("/account/password")}">${visit.formGuard()}
<input type="hidden" name="username" autocomplete="username" value="${visit.visitor.email}">
${passwordField({ ...filled(fill, "current"), label: "Current password", autocomplete: "current-password" })}
${newPasswordField(filled(fill, "password"))}
<button>Change password</button></form></section>
<div><section class="card" aria-labelledby="factor-title"><h2 id="factor-title">Second factor</h2>
<p>A code from your phone at each sign-in, in addition to the password.</p>
<p><a class="button second" href="${visit.path(secondFactorPath)}">Manage second factor</a></p></section>
<section class="card" aria-labelledby="sessions-title"><h2 id="sessions-title">Sessions</h2>
<p>A session ends after ${lifetimeText(maxIdleMs)} without use, and after ${lifetimeText(maxSessionMs)} in any case.</p>
<form method="post" action="${visit.path("/sign-out-everywhere")}">${visit.formGuard()}<button class="second">Sign out everywhere</button></form></section></div></div>`,
  });
}
