// Pages for people who are not signed in: asking for a new password, and the page of a link that sets one.
import { createHash } from "node:crypto";
import { Refusal } from "../../domain/refusal.js";
import { normalizeEmail } from "../../flows/manage-users.js";
import { findPasswordLink, requestPasswordReset, usePasswordLink } from "../../flows/password-links.js";
import type { Call, Endpoint } from "../call.js";
import { type HtmlValue, html, outsideText } from "../html.js";
import { seeOther } from "../page-headers.js";
import { readForm } from "../read-body.js";
import { answerProblem } from "./answer-problem.js";
import { notice } from "./elements.js";
import { textField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import { answerPage } from "./page.js";
import { requireSameOrigin } from "./same-origin.js";
import type { PanelContext } from "./visit.js";

export function passwordEndpoints({ dependencies }: PanelContext): Endpoint[] {
  const { links, limiter, panel, linksPerAddress, resetPerAccount } = dependencies;
  const home = `${links.basePath}/panel`;
  const page = (call: Call, title: string, body: HtmlValue, status = 200) =>
    answerPage(call, { links, visitor: undefined, store: undefined }, { title, status, body });
  const endpoint = (method: "GET" | "POST", path: string, step: (call: Call) => Promise<void>): Endpoint => ({
    method,
    path: `/panel${path}`,
    operation: undefined,
    steps: [guarded(step)],
    sendRefusal: (call, refusal) => answerProblem(dependencies, call, refusal),
  });
  const guarded = (step: (call: Call) => Promise<void>) => async (call: Call) => {
    if (panel.signIn !== undefined) throw new Refusal("ROUTE_NOT_FOUND");
    if (linksPerAddress) await limiter.take(`panelLinks:${call.address}`, linksPerAddress);
    if (call.ctx.method === "POST") requireSameOrigin(call, links.baseUrl);
    await step(call);
  };

  async function showAsk(call: Call): Promise<void> {
    if (!dependencies.mayMail) throw new Refusal("ROUTE_NOT_FOUND");
    page(
      call,
      "Choose a new password",
      html`<form class="card" method="post" action="${home}/password">
<p>We'll e-mail you a link if the address belongs to a user here.</p>
${textField({ name: "email", label: "E-mail", type: "email", required: true, autocomplete: "username", maxLength: 254 })}
<button class="wide">Send the link</button></form>`,
    );
  }

  async function takeAsk(call: Call): Promise<void> {
    if (!dependencies.mayMail) throw new Refusal("ROUTE_NOT_FOUND");
    const { email = "" } = await readForm(call);
    if (await isAskCounted(email)) {
      await requestPasswordReset(dependencies, email);
      dependencies.wakeMails();
    }
    page(
      call,
      "Check your e-mail",
      notice("If the address belongs to a user here, a link is on its way. It works for one hour."),
    );
  }

  /** Whoever asks too often for one address sees the same page, and nobody gets more mail. */
  async function isAskCounted(email: string): Promise<boolean> {
    const account = createHash("sha256").update(normalizeEmail(email)).digest("hex").slice(0, 32);
    try {
      if (resetPerAccount) await limiter.take(`panelReset:${account}`, resetPerAccount);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === "RATE_LIMITED") return false;
      throw error;
    }
  }

  async function showLink(call: Call, fill: FormFill = storedFill): Promise<void> {
    const token = call.params.token ?? "";
    const found = await findPasswordLink(dependencies, token);
    if (found === undefined) return showUsed(call);
    page(
      call,
      found.purpose === "invitation" ? "Welcome" : "Choose a new password",
      html`${fill.summary}<form class="card" method="post" action="${home}/password/${token}">
<p>Choose a password for <strong>${outsideText(found.email)}</strong>.</p>
<input type="hidden" name="username" autocomplete="username" value="${found.email}">
${textField({ ...filled(fill, "password"), label: "New password", type: "password", required: true, autocomplete: "new-password", maxLength: 256, hint: "At least 12 characters; a few words in a row are fine." })}
<button class="wide">Set the password</button></form>`,
      fill.isRefused ? 400 : 200,
    );
  }

  function showUsed(call: Call): void {
    page(
      call,
      "This link no longer works",
      html`<div class="card"><p>It has been used or has expired. ${dependencies.mayMail ? html`<a href="${home}/password">Ask for a new one</a>.` : "Ask the person who sent it for a new one."}</p></div>`,
      404,
    );
  }

  async function takePassword(call: Call): Promise<void> {
    const { password = "" } = await readForm(call);
    try {
      if (!(await usePasswordLink(dependencies, call.params.token ?? "", password))) return showUsed(call);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
      return showLink(call, sentFill({ password: "" }, { problem: error }));
    }
    seeOther(call.ctx, `${home}/sign-in?password=set`);
  }

  return [
    endpoint("GET", "/password", showAsk),
    endpoint("POST", "/password", takeAsk),
    endpoint("GET", "/password/:token", (call) => showLink(call)),
    endpoint("POST", "/password/:token", takePassword),
  ];
}
