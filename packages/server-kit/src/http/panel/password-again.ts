// Requires the password again before an action that affects money or access. The fields of the submitted form are kept as hidden fields, so
// that nothing has to be typed twice.
import { confirmPassword, isRecentlyConfirmed } from "../../flows/confirm-password.js";
import { html } from "../html.js";
import { passwordField } from "./form-fields.js";
import { problemNotice } from "./form-problem.js";
import { sendPage } from "./page.js";
import { limitPasswordAttempts } from "./sign-in-attempts.js";
import type { PanelContext, Visit } from "./visit.js";

const fieldName = "confirmedPassword";
/** Fields that the confirmation form sets itself. */
const ownFields = new Set([fieldName, "csrf", "mark"]);

/**
 * True when the action may proceed; false when a page that asks for confirmation was sent instead. Users whom the host app has signed in
 * have no password here: the host provides the time of its last confirmation, and an old one leads to its sign-in. A host that provides
 * none handles confirmation itself.
 * @throws Refusal RATE_LIMITED after too many wrong passwords.
 */
export async function isPasswordConfirmed({ dependencies }: PanelContext, visit: Visit): Promise<boolean> {
  const { signedIn, confirmedAt } = visit.visitor;
  if (confirmedAt === undefined || isRecentlyConfirmed(dependencies, confirmedAt)) return true;
  if (signedIn === undefined) {
    showHostSignIn(visit, dependencies.panel.signInUrl);
    return false;
  }
  const given = visit.form[fieldName];
  if (given === undefined) {
    showQuestion(visit, undefined);
    return false;
  }
  const isCorrect = await limitPasswordAttempts(
    dependencies,
    visit.call,
    signedIn.user.email,
    async () => (await confirmPassword(dependencies, signedIn, given)) || undefined,
  );
  if (isCorrect) return true;
  showQuestion(visit, "The password is incorrect.");
  return false;
}

function showHostSignIn(visit: Visit, signInUrl: string | undefined): void {
  sendPage(visit.call, visit.frame, {
    title: "Sign in again to continue",
    status: 403,
    body: html`<div class="card">
<p>This change affects money or access, and you signed in a while ago. Nothing has been changed yet. Sign in again, then repeat it here.</p>
${signInUrl !== undefined && html`<p><a class="button" href="${signInUrl}">Sign in</a></p>`}</div>`,
  });
}

/** The empty address is the form's own, which leads back to the page that the form is on. */
function showQuestion(visit: Visit, problem: string | undefined): void {
  const kept = Object.entries(visit.form).filter(([name]) => !ownFields.has(name));
  sendPage(visit.call, visit.frame, {
    title: "Enter your password to continue",
    status: 403,
    body: html`${problem !== undefined && problemNotice(problem, fieldName)}
<form class="card" method="post">
<p>This change affects money or access, and you signed in a while ago. Nothing has been changed yet.</p>
${visit.formGuard()}${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="username" autocomplete="username" value="${visit.visitor.email}">
${passwordField({ name: fieldName, error: problem, label: "Password", autocomplete: "current-password" })}
<div class="row"><button>Continue</button> <a class="button second" href="">Cancel</a></div></form>`,
  });
}
