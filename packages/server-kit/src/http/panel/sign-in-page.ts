// Signing in and out. A wrong password, an unknown and a disabled user look and last the same.
import { Refusal } from "../../domain/refusal.js";
import { passSecondFactor } from "../../flows/second-factor.js";
import {
  findSessionWaitingForCode,
  noteFailedSignIn,
  signIn,
  signOut,
  signOutEverywhere,
} from "../../flows/sign-in.js";
import type { Call, Endpoint } from "../call.js";
import { html } from "../html.js";
import { seeOther } from "../page-headers.js";
import { readForm } from "../read-body.js";
import { answerHostSignIn, answerProblem } from "./answer-problem.js";
import { notice } from "./elements.js";
import { textField } from "./form-fields.js";
import { nextPath } from "./next-path.js";
import { answerPage } from "./page.js";
import { requireSameOrigin } from "./same-origin.js";
import { codeAccount, codeField, codeProblem, wrongCode } from "./second-factor-page.js";
import { requireAttempt } from "./sign-in-attempts.js";
import { type PanelContext, panelPage } from "./visit.js";
import { sessionCookie } from "./visitor.js";

export function signInEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies, findVisitor } = context;
  const { links, panel } = dependencies;
  const cookie = sessionCookie(dependencies);
  const sendRefusal: Endpoint["sendRefusal"] = (call, refusal) => answerProblem(dependencies, call, refusal);
  const home = `${links.basePath}/panel`;

  function showForm(call: Call, { next, email, problem }: { next: string; email?: string; problem?: string }): void {
    const field = (name: string) => ({ name, required: true, maxLength: 256 });
    answerPage(
      call,
      { links, visitor: undefined, store: undefined },
      {
        title: "Sign in",
        status: problem === undefined ? 200 : 401,
        body: html`<form class="card" method="post" action="${home}/sign-in">
${problem !== undefined && html`<div class="notice bad" role="alert"><a href="#email">${problem}</a></div>`}
${call.query.signed === "out" && notice("You are signed out.")}
${call.query.password === "set" && notice("The password is set. Sign in with it.")}
<input type="hidden" name="next" value="${next}">
${textField({ ...field("email"), label: "E-mail", type: "email", autocomplete: "username", value: email })}
${textField({ ...field("password"), label: "Password", type: "password", autocomplete: "current-password" })}
<button class="wide">Sign in</button>
</form>
${dependencies.mayMail && html`<p class="hint"><a href="${home}/password">Forgot your password?</a></p>`}
<p class="hint">No access yet? An owner of your store, or whoever runs this service, can add you.</p>`,
      },
    );
  }

  async function showSignIn(call: Call): Promise<void> {
    const next = nextPath(call.query.next);
    if ((await findVisitor(call)) !== undefined) seeOther(call.ctx, `${links.basePath}${next}`);
    else if (panel.signIn === undefined) showForm(call, { next });
    else answerHostSignIn(dependencies, call);
  }

  async function takeSignIn(call: Call): Promise<void> {
    requireSameOrigin(call, links.baseUrl);
    if (panel.signIn !== undefined) throw new Refusal("ROUTE_NOT_FOUND");
    const { email = "", password = "", next } = await readForm(call);
    const attempt = await requireAttempt(dependencies, call, email);
    const opened = await signIn(dependencies, { email, password, oldToken: cookie.read(call) });
    if (opened === undefined) {
      await noteFailedSignIn(dependencies, email, "password");
      await attempt.countWrong();
      showForm(call, { next: nextPath(next), email, problem: "Incorrect e-mail or password." });
      return;
    }
    await attempt.rememberPlace();
    cookie.write(call, opened.token);
    if (opened.needsCode) seeOther(call.ctx, `${home}/sign-in/code?next=${encodeURIComponent(nextPath(next))}`);
    else seeOther(call.ctx, `${links.basePath}${nextPath(next)}`);
  }

  async function showCode(call: Call): Promise<void> {
    const token = cookie.read(call);
    const waiting = token === undefined ? undefined : await findSessionWaitingForCode(dependencies, token);
    if (waiting === undefined) seeOther(call.ctx, `${home}/sign-in`);
    else showCodeForm(call, { next: nextPath(call.query.next) });
  }

  function showCodeForm(call: Call, { next, problem }: { next: string; problem?: string }): void {
    answerPage(
      call,
      { links, visitor: undefined, store: undefined },
      {
        title: "Second factor",
        status: problem === undefined ? 200 : 401,
        body: html`<form class="card" method="post" action="${home}/sign-in/code">
${codeProblem(problem)}
<input type="hidden" name="next" value="${next}">
${codeField({ error: problem })}
<button class="wide">Continue</button>
</form>
<p class="hint"><a href="${home}/sign-in">Start again</a>. Lost the phone and the recovery codes? Whoever runs this service can reset them.</p>`,
      },
    );
  }

  async function takeCode(call: Call): Promise<void> {
    requireSameOrigin(call, links.baseUrl);
    const { code = "", next } = await readForm(call);
    const token = cookie.read(call);
    const waiting = token === undefined ? undefined : await findSessionWaitingForCode(dependencies, token);
    if (waiting === undefined) return seeOther(call.ctx, `${home}/sign-in`);
    const attempt = await requireAttempt(dependencies, call, codeAccount(waiting.user.email));
    const passed = await passSecondFactor(dependencies, waiting, code);
    if (passed === undefined) {
      await noteFailedSignIn(dependencies, waiting.user.email, "code");
      await attempt.countWrong();
      return showCodeForm(call, {
        next: nextPath(next),
        problem: wrongCode,
      });
    }
    cookie.write(call, passed.token);
    seeOther(call.ctx, `${links.basePath}${nextPath(next)}`);
  }

  return [
    { method: "GET", path: "/panel/sign-in", operation: undefined, steps: [showSignIn], sendRefusal },
    { method: "POST", path: "/panel/sign-in", operation: undefined, steps: [takeSignIn], sendRefusal },
    { method: "GET", path: "/panel/sign-in/code", operation: undefined, steps: [showCode], sendRefusal },
    { method: "POST", path: "/panel/sign-in/code", operation: undefined, steps: [takeCode], sendRefusal },
    panelPage(context, {
      method: "POST",
      path: "/sign-out",
      async work({ call, visitor }) {
        if (visitor.signedIn !== undefined) await signOut(dependencies, visitor.signedIn);
        cookie.clear(call);
        seeOther(call.ctx, `${home}/sign-in?signed=out`);
      },
    }),
    panelPage(context, {
      method: "POST",
      path: "/sign-out-everywhere",
      async work({ call, visitor }) {
        if (visitor.signedIn !== undefined) await signOutEverywhere(dependencies, visitor.signedIn);
        cookie.clear(call);
        seeOther(call.ctx, `${home}/sign-in?signed=out`);
      },
    }),
  ];
}
