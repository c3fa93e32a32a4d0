// The second factor under Account: set up with a QR code and a first code, recovery codes shown once, removal.
import { recoveryCodeCount } from "../../domain/one-time-code.js";
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
} from "../../flows/second-factor.js";
import { mustSetUpSecondFactor } from "../../flows/second-factor-policy.js";
import { UsedForm, useFormOnce } from "../../flows/use-form-once.js";
import type { Endpoint } from "../call.js";
import { qrCodeSvg } from "../checkout/qr-code.js";
import { type HtmlValue, html } from "../html.js";
import { seeOther } from "../page-headers.js";
import { badge, confirmButton, copyable, moment, notice } from "./elements.js";
import { textField } from "./form-fields.js";
import { problemNotice } from "./form-problem.js";
import { requireOwnUser } from "./own-user.js";
import { sendPage } from "./page.js";
import { isPasswordConfirmed } from "./password-again.js";
import { limitCodeAttempts } from "./sign-in-attempts.js";
import { type PanelContext, panelPage, type Visit } from "./visit.js";
import { sessionCookie } from "./visitor.js";

export const secondFactorPath = "/account/second-factor";

export function secondFactorEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  const cookie = sessionCookie(dependencies);
  const action = (method: "GET" | "POST", below: string, work: (visit: Visit) => Promise<void>) =>
    panelPage(context, { method, path: `${secondFactorPath}${below}`, work });

  return [
    action("GET", "", (visit) => show(context, visit)),
    action("POST", "/begin", async (visit) => {
      if (!(await isPasswordConfirmed(context, visit))) return;
      await beginSecondFactor(dependencies, requireOwnUser(visit));
      seeOther(visit.call.ctx, visit.path(secondFactorPath));
    }),
    action("POST", "/confirm", async (visit) => {
      const signedIn = requireOwnUser(visit);
      const on = await limitCodeAttempts(dependencies, visit.call, signedIn.user.email, () =>
        confirmSecondFactor(dependencies, signedIn, visit.form.code ?? ""),
      );
      if (on === undefined) return show(context, visit, { codeError: wrongCode });
      cookie.write(visit.call, on.token);
      showRecoveryCodes(visit, on.recoveryCodes);
    }),
    action("POST", "/recovery-codes", async (visit) => {
      const signedIn = requireOwnUser(visit);
      if (!(await isPasswordConfirmed(context, visit))) return;
      try {
        const { recoveryCodes } = await renewRecoveryCodes(dependencies, signedIn, (records) =>
          useFormOnce(dependencies, records, visit.form.mark, codesRenewed),
        );
        showRecoveryCodes(visit, recoveryCodes);
      } catch (error) {
        if (!(error instanceof UsedForm)) throw error;
        await show(context, visit, { conflict: error.message });
      }
    }),
    action("POST", "/remove", async (visit) => {
      const { user } = requireOwnUser(visit);
      if (!(await isPasswordConfirmed(context, visit))) return;
      await removeSecondFactor(dependencies, user.userId, user.email);
      cookie.clear(visit.call);
      seeOther(visit.call.ctx, visit.path("/sign-in?signed=out"));
    }),
  ];
}

const codesRenewed =
  "This form was sent before and its recovery codes were generated: the earlier ones no longer work. They were shown only once: if they are lost, generate new ones below.";

async function show(
  { dependencies }: PanelContext,
  visit: Visit,
  { conflict, codeError }: { conflict?: string; codeError?: string } = {},
) {
  const { user } = requireOwnUser(visit);
  const issuer = `Payment Sessions ${new URL(dependencies.links.baseUrl).hostname}`;
  const state = await readSecondFactor(dependencies, user, issuer);
  const isRequired = await mustSetUpSecondFactor(dependencies, user);
  sendPage(visit.call, visit.frame, {
    title: "Second factor",
    current: "/account",
    back: { path: visit.path("/account"), label: "Account" },
    ...(codeError !== undefined && { status: 400 }),
    ...(conflict !== undefined && { status: 409 }),
    body: html`${conflict !== undefined && html`<div class="notice bad" role="alert">${conflict}</div>`}${codeError !== undefined && problemNotice(codeError, "code")}
${isRequired && notice("This service requires a second factor: set one up to continue.", "warn")}
<section class="card" aria-labelledby="factor-title"><div class="head"><h2 id="factor-title">Authenticator app</h2>${state.kind === "on" ? badge("on", "good") : badge("off")}</div>${renderState(visit, state, codeError)}</section>`,
  });
}

function renderState(visit: Visit, state: SecondFactorState, codeError: string | undefined): HtmlValue {
  const form = (below: string, label: string, kind: string, fields: HtmlValue = undefined) =>
    html`<form method="post" action="${visit.path(`${secondFactorPath}${below}`)}">${visit.formGuard()}${fields}<button class="${kind}">${label}</button></form>`;
  if (state.kind === "none") {
    return html`<p>You then enter a code from your phone at each sign-in, in addition to the password.</p>${form("/begin", "Set up", "")}`;
  }
  if (state.kind === "begun") {
    return html`<p>Scan this with an authenticator app, or type the secret into it. Then enter the code that it shows.</p>
<div class="two spaced"><div>${qrCodeSvg(state.uri, html`QR code with the secret for an authenticator app`)}
<p class="spaced">${copyable(state.secret, "the secret")}</p>
<p class="hint">Is the app on this device? <a href="${state.uri}">Open it with this secret</a></p></div>
<div>${form("/confirm", "Turn on", "", codeField({ error: codeError, hint: "The six digits that the app shows." }))}
<div class="spaced">${form("/begin", "Generate another secret", "second")}</div></div></div>`;
  }
  return html`<p>On since ${moment(state.since)}. ${state.codesLeft} of ${recoveryCodeCount} recovery codes are left.</p>
<div class="row spaced">${form("/recovery-codes", "Generate new recovery codes", "second")}
${confirmButton("Turn off", "All your sessions end, and the password alone is then enough to sign in.", form("/remove", "Turn off", "danger"))}</div>`;
}

export const wrongCode = "This code is incorrect or was used before. Wait for the next one.";

export function codeField({
  error,
  hint = "Six digits, or one of your recovery codes.",
}: {
  error?: string | undefined;
  hint?: string;
}): HtmlValue {
  return textField({
    name: "code",
    error,
    label: "Code",
    required: true,
    autocomplete: "one-time-code",
    maxLength: 32,
    hint,
  });
}

function showRecoveryCodes(visit: Visit, codes: readonly string[]): void {
  sendPage(visit.call, visit.frame, {
    title: "Your recovery codes",
    current: "/account",
    body: html`<section class="card secret" role="status" aria-labelledby="codes-title"><h2 id="codes-title">Save these codes</h2>
<p>Each can be used once instead of a code, if you lose the phone. <strong>They are shown only once</strong>; earlier codes no longer work.</p>
<ul>${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a class="button" href="${visit.path("/account")}">I have saved them</a></p></section>`,
  });
}
