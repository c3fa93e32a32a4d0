// Pages for users who are not signed in: requesting a new password, and the page of a link that sets one.
import { createHash } from "node:crypto";
import { linkLifetimesMs } from "../../domain/account-mail.js";
import { lifetimeText } from "../../domain/lifetime-text.js";
import { Refusal } from "../../domain/refusal.js";
import { normalizeEmail } from "../../flows/manage-users.js";
import { findPasswordLink, requestPasswordReset, usePasswordLink } from "../../flows/password-links.js";
import type { Call, Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { seeOther } from "../page-headers.js";
import { readForm } from "../read-body.js";
import { newPasswordField, textField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import { sendPage } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { requireSameOrigin } from "./same-origin.js";
import { sendProblem } from "./send-problem.js";
import type { PanelContext } from "./visit.js";

type PasswordStep = (dependencies: PanelDependencies, call: Call) => Promise<void>;

export function passwordEndpoints({ dependencies }: PanelContext): Endpoint[] {
  const endpoint = (method: "GET" | "POST", path: string, step: PasswordStep): Endpoint => ({
    method,
    path: `/panel${path}`,
    operation: undefined,
    steps: [
      async (call) => {
        await requireAllowed(dependencies, call);
        await step(dependencies, call);
      },
    ],
    sendRefusalPage: (call, refusal) => sendProblem(dependencies, call, refusal),
  });
  return [
    endpoint("GET", "/password", showAsk),
    endpoint("POST", "/password", takeAsk),
    endpoint("GET", "/password/:token", (_, call) => showLink(dependencies, call)),
    endpoint("POST", "/password/:token", takePassword),
  ];
}

async function requireAllowed(
  { panel, links, limiter, linksPerAddress }: PanelDependencies,
  call: Call,
): Promise<void> {
  if (panel.signIn !== undefined) throw new Refusal("ROUTE_NOT_FOUND");
  if (linksPerAddress) await limiter.take(`panelLinks:${call.address}`, linksPerAddress);
  if (call.ctx.method === "POST") requireSameOrigin(call, links.baseUrl);
}

interface OutsidePage {
  title: string;
  body: HtmlValue;
  status?: number;
}

function sendOutside({ links }: Pick<PanelDependencies, "links">, call: Call, page: OutsidePage): void {
  sendPage(call, { links, visitor: undefined, store: undefined }, page);
}

function homeOf({ links }: Pick<PanelDependencies, "links">): string {
  return `${links.basePath}/panel`;
}

async function showAsk(dependencies: PanelDependencies, call: Call): Promise<void> {
  if (!dependencies.mayMail) throw new Refusal("ROUTE_NOT_FOUND");
  sendOutside(dependencies, call, {
    title: "Reset your password",
    body: html`<form class="card" method="post" action="${homeOf(dependencies)}/password">
<p>We'll e-mail you a link if the address belongs to a user here.</p>
${textField({ name: "email", label: "E-mail", type: "email", required: true, autocomplete: "username", maxLength: 254 })}
<button class="wide">Send the link</button></form>
${backToSignIn(dependencies)}`,
  });
}

async function takeAsk(dependencies: PanelDependencies, call: Call): Promise<void> {
  if (!dependencies.mayMail) throw new Refusal("ROUTE_NOT_FOUND");
  const { email = "" } = await readForm(call);
  if (await isAskCounted(dependencies, email)) {
    // After the response, whose time would otherwise reveal whether the address belongs to a user.
    dependencies.runAfter(call.ctx.res, async () => {
      await requestPasswordReset(dependencies, email);
      dependencies.wakeMails();
    });
  }
  sendOutside(dependencies, call, {
    title: "Check your e-mail",
    body: html`<div class="card"><p>If the address belongs to a user here, a link is on its way. It works for ${lifetimeText(linkLifetimesMs.password_reset)}.</p>
<p class="hint">Nothing after a few minutes? Look in the spam folder, or check the address and ask again.</p></div>
${backToSignIn(dependencies)}`,
  });
}

function backToSignIn(dependencies: Pick<PanelDependencies, "links">): Html {
  return html`<p class="hint"><a href="${homeOf(dependencies)}/sign-in">Back to the sign-in</a></p>`;
}

/** Too many requests for one address get the same page, and send no further mail. */
async function isAskCounted({ limiter, resetPerAccount }: PanelDependencies, email: string): Promise<boolean> {
  const account = createHash("sha256").update(normalizeEmail(email)).digest("hex").slice(0, 32);
  try {
    if (resetPerAccount) await limiter.take(`panelReset:${account}`, resetPerAccount);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "RATE_LIMITED") return false;
    throw error;
  }
}

async function showLink(dependencies: PanelDependencies, call: Call, fill: FormFill = storedFill): Promise<void> {
  const token = call.params.token ?? "";
  const found = await findPasswordLink(dependencies, token);
  if (found === undefined) return showUsed(dependencies, call);
  sendOutside(dependencies, call, {
    title: found.purpose === "invitation" ? "Welcome" : "Choose a new password",
    ...(fill.status !== undefined && { status: fill.status }),
    body: html`${fill.summary}<form class="card" method="post" action="${homeOf(dependencies)}/password/${token}">
<p>Choose a password for <strong>${outsideText(found.email)}</strong>.</p>
<input type="hidden" name="username" autocomplete="username" value="${found.email}">
${newPasswordField(filled(fill, "password"))}
<button class="wide">Set the password</button></form>`,
  });
}

function showUsed(dependencies: PanelDependencies, call: Call): void {
  sendOutside(dependencies, call, {
    title: "This link no longer works",
    status: 404,
    body: html`<div class="card"><p>It has been used or has expired. ${dependencies.mayMail ? html`<a href="${homeOf(dependencies)}/password">Ask for a new one</a>.` : "Ask the person who sent it for a new one."}</p></div>
${backToSignIn(dependencies)}`,
  });
}

async function takePassword(dependencies: PanelDependencies, call: Call): Promise<void> {
  const { password = "" } = await readForm(call);
  try {
    if (!(await usePasswordLink(dependencies, call.params.token ?? "", password))) return showUsed(dependencies, call);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    return showLink(dependencies, call, sentFill({ password: "" }, { problem: error }));
  }
  seeOther(call.ctx, `${homeOf(dependencies)}/sign-in?password=set`);
}
