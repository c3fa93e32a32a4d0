// The handlers of the Integration tab's forms. A secret appears in the response to the form that created it, and nowhere else.

import type { Environment } from "../../../domain/environment.js";
import { Refusal } from "../../../domain/refusal.js";
import type { Store } from "../../../domain/store.js";
import type { AlsoIn } from "../../../flows/also-in.js";
import {
  type ApiKeyView,
  issueApiKey,
  listApiKeys,
  type NewApiKeyInput,
  revokeApiKey,
} from "../../../flows/manage-api-keys.js";
import { updateStore } from "../../../flows/stores/update-store.js";
import { announceWebhookSecret, switchWebhookSecret } from "../../../flows/stores/webhook-secret.js";
import { UsedForm, useFormOnce } from "../../../flows/use-form-once.js";
import { verifyIntegration } from "../../../flows/verify-integration.js";
import { type Html, html } from "../../html.js";
import { seeOther } from "../../page-headers.js";
import { dayMs } from "../day.js";
import { moment, notice, secretOnce } from "../elements.js";
import { isConflict, requireUnchanged, untouchedIn } from "../filled-from.js";
import { sentFill } from "../form-fill.js";
import { problemSummary } from "../form-problem.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { doneText, type StoreVisit } from "../visit.js";
import { secretValues, showIntegration, webhookUrlValues } from "./view.js";

const done: Record<string, string> = {
  revoked: "The API key is revoked: it is rejected from now on.",
  url: "The webhook URL is saved. Run the verification to see that it responds.",
  switched: "Deliveries are signed with the new secret from now on. Remove the old one from your receiver.",
};

/** The choices of the form, in days. */
const lifetimes = new Set(["30", "90", "365"]);

export function showIntegrationDone(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const text = doneText(visit, done);
  return showIntegration(dependencies, visit, { top: text !== undefined && notice(text) });
}

export async function issueKey(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { environment, days } = visit.form;
  const input = {
    merchantId: visit.store.merchantId,
    // The flow refuses any other value.
    environment: environment as Environment,
    expiresAt: lifetimes.has(days ?? "") ? dependencies.clock.now() + Number(days) * dayMs : undefined,
  };
  await issueOnce(dependencies, visit, input);
}

async function issueOnce(dependencies: PanelDependencies, visit: StoreVisit, input: NewApiKeyInput): Promise<void> {
  try {
    const key = await issueApiKey(dependencies, input, visit.actor, (records) =>
      useFormOnce(dependencies, records, visit.form.mark, keyExists),
    );
    await showIntegration(dependencies, visit, { top: newKey(key) });
  } catch (error) {
    if (!(error instanceof UsedForm)) throw error;
    await showIntegration(dependencies, visit, { top: problemSummary(error), status: 409 });
  }
}

const keyExists =
  "This form was sent before and its key was generated: it is in the list below, the newest first. Its secret was shown only once: if it is lost, revoke that key and generate another one.";

/**
 * Issues a key with the scopes of another one, valid for as long as that one was when it was issued. A legacy key's successor is a regular
 * one.
 */
export async function rotateKey(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const old = await getKey(dependencies, visit);
  if (old.revokedAt !== undefined) {
    throw new Refusal("VALIDATION_ERROR", { message: "This key is revoked: generate a new one instead." });
  }
  const { merchantId, environment, createdAt, expiresAt } = old;
  const input = {
    merchantId,
    environment,
    // Checked when the old key was issued.
    scopes: old.scopes,
    expiresAt: expiresAt && dependencies.clock.now() + (expiresAt - createdAt),
  };
  await issueOnce(dependencies, visit, input);
}

export async function revokeKey(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { id } = await getKey(dependencies, visit);
  await revokeApiKey(dependencies, id, visit.actor);
  seeOther(visit.call.ctx, visit.storePath("/integration?done=revoked"));
}

/** The store's key that the path names. @throws Refusal ROUTE_NOT_FOUND. */
async function getKey(dependencies: PanelDependencies, { store, call }: StoreVisit): Promise<ApiKeyView> {
  const keys = await listApiKeys(dependencies, store.merchantId);
  const key = keys.find(({ id }) => id === call.params.keyId);
  if (key === undefined) throw new Refusal("ROUTE_NOT_FOUND", { message: "This store has no such key." });
  return key;
}

export async function saveWebhookUrl(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const webhookUrl = (visit.form.webhookUrl ?? "").trim();
  try {
    if (webhookUrl !== (visit.store.webhookUrl ?? "")) {
      const input = { webhookUrl: webhookUrl === "" ? null : webhookUrl };
      await updateStore(dependencies, visit.store.merchantId, input, visit.actor, async (_, stored) =>
        requireUnchanged(visit.form.filledFrom, webhookUrlValues(stored)),
      );
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    const urlFill = sentFill(visit.form, { problem: error });
    const status = isConflict(error) ? 409 : 400;
    return showIntegration(dependencies, visit, { top: urlFill.summary, urlFill, status });
  }
  seeOther(visit.call.ctx, visit.storePath("/integration?done=url"));
}

export async function announceSecret(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  await withShownSecret(dependencies, visit, async (requireShown) => {
    const { merchantId } = visit.store;
    const once: AlsoIn<[stored: Store]> = async (records, stored) => {
      await useFormOnce(dependencies, records, visit.form.mark, secretAnnounced);
      await requireShown(records, stored);
    };
    const { webhookSecret } = await announceWebhookSecret(dependencies, merchantId, visit.actor, once);
    await showIntegration(dependencies, visit, { top: newSecret(webhookSecret) });
  });
}

const secretAnnounced =
  "This form was sent before and its secret was announced. It was shown only once: if it is lost, announce another one below.";

export async function switchSecret(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  await withShownSecret(dependencies, visit, async (requireShown) => {
    await switchWebhookSecret(dependencies, visit.store.merchantId, visit.actor, requireShown);
    seeOther(visit.call.ctx, visit.storePath("/integration?done=switched"));
  });
}

/** Refuses the form when its page showed another announced secret: the receiver may know only that one. */
async function withShownSecret(
  dependencies: PanelDependencies,
  visit: StoreVisit,
  change: (requireShown: AlsoIn<[stored: Store]>) => Promise<void>,
): Promise<void> {
  try {
    await change(async (_, stored) => {
      if (untouchedIn(visit.form.filledFrom, secretValues(stored)).has("announcedSecret")) return;
      const message =
        "Another webhook secret was announced or switched to after this page was opened: nothing was changed. Ask who did it, then repeat it here.";
      throw new Refusal("VALIDATION_ERROR", { message });
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    await showIntegration(dependencies, visit, { top: problemSummary(error), status: 409 });
  }
}

export async function verify(dependencies: PanelDependencies, visit: StoreVisit): Promise<void> {
  const { limiter, verifyPerStore } = dependencies;
  if (verifyPerStore) await limiter.take(`panelVerify:${visit.store.merchantId}`, verifyPerStore);
  const verification = await verifyIntegration(dependencies, visit.store.merchantId, visit.actor);
  await showIntegration(dependencies, visit, { verification });
}

function newKey({ secret, environment, scopes, expiresAt }: ApiKeyView & { secret: string }): Html {
  const limited = html`${scopes.length > 0 && html` Its scopes: ${scopes.join(", ")}.`}${expiresAt !== undefined && html` It is valid until ${moment(expiresAt)}.`}`;
  return secretOnce({
    title: environment === "test" ? "Your new test key" : "Your new live key",
    secret,
    advice: html`Put it into your backend's secret store now. Once the new key is deployed, revoke the one that it replaces.${limited}`,
  });
}

function newSecret(secret: string): Html {
  return secretOnce({
    title: "Your next webhook secret",
    secret,
    advice:
      "Configure your receiver to accept it as well as the current one, then switch below. Until then deliveries are signed with the current secret.",
  });
}
