// Signing in and out. An incorrect password, an unknown user and a disabled user get the same response in the same time.
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
import { seeOther } from "../page-headers.js";
import { readForm } from "../read-body.js";
import { nextPath } from "./next-path.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { requireSameOrigin } from "./same-origin.js";
import { wrongCode } from "./second-factor-page.js";
import { sendHostSignIn, sendProblem } from "./send-problem.js";
import { limitCodeAttempts, limitPasswordAttempts, rememberPlace } from "./sign-in-attempts.js";
import { showCodeForm, showSignInForm } from "./sign-in-view.js";
import { type PanelContext, panelPage } from "./visit.js";
import { sessionCookie, type Visitor } from "./visitor.js";

export function signInEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  const page = (method: "GET" | "POST", path: string, step: SignInStep): Endpoint => ({
    method,
    path: `/panel${path}`,
    operation: undefined,
    steps: [(call) => step(context, call)],
    sendRefusalPage: (call, refusal) => sendProblem(dependencies, call, refusal),
  });
  const leave = (path: string, end: (dependencies: PanelDependencies, session: SignedIn) => Promise<void>) =>
    panelPage(context, {
      method: "POST",
      path,
      async work({ call, visitor, path: pathOf }) {
        if (visitor.signedIn !== undefined) await end(dependencies, visitor.signedIn);
        sessionCookie(dependencies).clear(call);
        seeOther(call.ctx, pathOf("/sign-in?signed=out"));
      },
    });
  return [
    page("GET", "/sign-in", showSignIn),
    page("POST", "/sign-in", takeSignIn),
    page("GET", "/sign-in/code", showCode),
    page("POST", "/sign-in/code", takeCode),
    leave("/sign-out", signOut),
    leave("/sign-out-everywhere", signOutEverywhere),
  ];
}

type SignInStep = (context: PanelContext, call: Call) => Promise<void>;
type SignedIn = NonNullable<Visitor["signedIn"]>;

async function showSignIn({ dependencies, findVisitor }: PanelContext, call: Call): Promise<void> {
  const { links, panel } = dependencies;
  const next = nextPath(call.query.next);
  if ((await findVisitor(call)) !== undefined) seeOther(call.ctx, `${links.basePath}${next}`);
  else if (panel.signIn === undefined) showSignInForm(dependencies, call, { next });
  else sendHostSignIn(dependencies, call);
}

async function takeSignIn({ dependencies }: PanelContext, call: Call): Promise<void> {
  const { links, panel } = dependencies;
  requireSameOrigin(call, links.baseUrl);
  if (panel.signIn !== undefined) throw new Refusal("ROUTE_NOT_FOUND");
  const { email = "", password = "", next } = await readForm(call);
  const cookie = sessionCookie(dependencies);
  const opened = await limitPasswordAttempts(dependencies, call, email, () =>
    signIn(dependencies, { email, password, oldToken: cookie.read(call) }),
  );
  if (opened === undefined) {
    await noteFailedSignIn(dependencies, email, "password");
    const problem = "Incorrect e-mail or password.";
    return showSignInForm(dependencies, call, { next: nextPath(next), email, problem });
  }
  await rememberPlace(dependencies, call, email);
  cookie.write(call, opened.token);
  const path = nextPath(next);
  if (opened.needsCode) seeOther(call.ctx, `${links.basePath}/panel/sign-in/code?next=${encodeURIComponent(path)}`);
  else seeOther(call.ctx, `${links.basePath}${path}`);
}

async function showCode({ dependencies }: PanelContext, call: Call): Promise<void> {
  const next = nextPath(call.query.next);
  if ((await findWaiting(dependencies, call)) === undefined) return startAgain(dependencies, call, next);
  showCodeForm(dependencies, call, { next });
}

async function takeCode({ dependencies }: PanelContext, call: Call): Promise<void> {
  const { links } = dependencies;
  requireSameOrigin(call, links.baseUrl);
  const { code = "", ...form } = await readForm(call);
  const next = nextPath(form.next);
  const waiting = await findWaiting(dependencies, call);
  if (waiting === undefined) return startAgain(dependencies, call, next);
  const passed = await limitCodeAttempts(dependencies, call, waiting.user.email, () =>
    passSecondFactor(dependencies, waiting, code),
  );
  if (passed === undefined) {
    await noteFailedSignIn(dependencies, waiting.user.email, "code");
    return showCodeForm(dependencies, call, { next, problem: wrongCode });
  }
  sessionCookie(dependencies).write(call, passed.token);
  seeOther(call.ctx, `${links.basePath}${next}`);
}

/** The session whose password was correct and whose second factor is still missing. */
async function findWaiting(dependencies: PanelDependencies, call: Call) {
  const token = sessionCookie(dependencies).read(call);
  return token === undefined ? undefined : await findSessionWaitingForCode(dependencies, token);
}

function startAgain({ links }: PanelDependencies, call: Call, next: string): void {
  seeOther(call.ctx, `${links.basePath}/panel/sign-in?next=${encodeURIComponent(next)}`);
}
