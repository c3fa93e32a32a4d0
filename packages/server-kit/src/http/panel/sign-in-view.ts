// The sign-in forms: e-mail and password, and the code of the second factor.
import type { Call } from "../call.js";
import { html } from "../html.js";
import { notice } from "./elements.js";
import { passwordField, textField } from "./form-fields.js";
import { problemNotice } from "./form-problem.js";
import { sendPage } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { codeField } from "./second-factor-page.js";

type ViewDependencies = Pick<PanelDependencies, "links" | "mayMail">;

/** `next`: the path to open after the sign-in. */
export function showSignInForm(
  { links, mayMail }: ViewDependencies,
  call: Call,
  { next, email, problem }: { next: string; email?: string; problem?: string },
): void {
  const home = `${links.basePath}/panel`;
  sendPage(
    call,
    { links, visitor: undefined, store: undefined },
    {
      title: "Sign in",
      status: problem === undefined ? 200 : 401,
      body: html`<form class="card" method="post" action="${home}/sign-in">
${problem !== undefined && problemNotice(problem, "email")}
${call.query.signed === "out" && notice("You are signed out.")}
${call.query.password === "set" && notice("The password is set. Sign in with it.")}
<input type="hidden" name="next" value="${next}">
${textField({ name: "email", label: "E-mail", type: "email", required: true, autocomplete: "username", value: email, maxLength: 254 })}
${passwordField({ name: "password", label: "Password", autocomplete: "current-password" })}
<button class="wide">Sign in</button>
</form>
${mayMail && html`<p class="hint"><a href="${home}/password">Forgot your password?</a></p>`}
<p class="hint">No access yet? An owner of your store, or the operator of this service, can add you.</p>`,
    },
  );
}

export function showCodeForm(
  { links }: ViewDependencies,
  call: Call,
  { next, problem }: { next: string; problem?: string },
): void {
  const home = `${links.basePath}/panel`;
  sendPage(
    call,
    { links, visitor: undefined, store: undefined },
    {
      title: "Second factor",
      status: problem === undefined ? 200 : 401,
      body: html`<form class="card" method="post" action="${home}/sign-in/code">
${problem !== undefined && problemNotice(problem, "code")}
<input type="hidden" name="next" value="${next}">
${codeField({ error: problem })}
<button class="wide">Continue</button>
</form>
<p class="hint"><a href="${home}/sign-in?next=${encodeURIComponent(next)}">Start again</a>. Lost the phone and the recovery codes? The operator of this service can reset them.</p>`,
    },
  );
}
