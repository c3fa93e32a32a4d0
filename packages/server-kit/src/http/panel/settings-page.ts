// The routes of store settings and their handlers: what owners may change, and what only an operator may (KYC, verification, how success is
// confirmed, pausing).

import { logoMaxBytes } from "../../domain/logo-file.js";
import { Refusal } from "../../domain/refusal.js";
import type { StoreInput } from "../../domain/store-settings.js";
import type { AlsoIn } from "../../flows/also-in.js";
import { findPendingBankAccount, updateStoreWithWait, withdrawBankAccount } from "../../flows/pending-bank-account.js";
import { removeLogo, saveLogo } from "../../flows/store-logo.js";
import type { StoreView } from "../../flows/stores/change-store.js";
import { deleteStore, setStoreDisabled } from "../../flows/stores/end-store.js";
import type { Endpoint } from "../call.js";
import { seeOther } from "../page-headers.js";
import { isConflict, requireUnchanged, untouchedIn } from "./filled-from.js";
import { sentFill } from "./form-fill.js";
import { isPasswordConfirmed } from "./password-again.js";
import {
  changesOf,
  readOperatorFields,
  readOwnerFields,
  settingFieldIds,
  settingsValues,
  withInput,
} from "./settings-form.js";
import { showSettings } from "./settings-view.js";
import { type PanelContext, type StoreVisit, storePage } from "./visit.js";

export function settingsEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    storePage(context, {
      method: "GET",
      path: "/settings",
      work: async (visit) =>
        showSettings(visit, { pendingAccount: await findPendingBankAccount(dependencies, visit.store.merchantId) }),
    }),
    storePage(context, {
      method: "POST",
      path: "/settings",
      permission: "store:write",
      work: (visit) => takeSettings(context, visit),
    }),
    storePage(context, {
      method: "POST",
      path: "/logo",
      permission: "store:write",
      fileMaxBytes: logoMaxBytes,
      work: (visit) => takeLogo(context, visit),
    }),
    storePage(context, {
      method: "POST",
      path: "/logo/remove",
      permission: "store:write",
      async work(visit) {
        await removeLogo(dependencies, visit.store.merchantId, visit.actor);
        seeOther(visit.call.ctx, visit.storePath("/settings?done=logo-removed"));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/bank-account/withdraw",
      permission: "store:write",
      async work(visit) {
        const wasPending = await withdrawBankAccount(dependencies, visit.store.merchantId, visit.actor);
        seeOther(visit.call.ctx, visit.storePath(`/settings?done=${wasPending ? "withdrawn" : "not-pending"}`));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/pause",
      permission: "store:approve",
      async work(visit) {
        const isPaused = visit.form.to === "paused";
        await setStoreDisabled(dependencies, visit.store.merchantId, isPaused, visit.actor);
        if (!isPaused) dependencies.wake();
        seeOther(visit.call.ctx, visit.storePath(`/settings?done=${isPaused ? "paused" : "resumed"}`));
      },
    }),
    storePage(context, {
      method: "POST",
      path: "/delete",
      permission: "stores:all",
      work: (visit) => removeStore(context, visit),
    }),
  ];
}

async function takeSettings(context: PanelContext, visit: StoreVisit): Promise<void> {
  const { dependencies } = context;
  const wanted = {
    ...readOwnerFields(visit.form),
    ...(visit.may("store:approve") && readOperatorFields(visit.form)),
  };
  const isOperator = visit.may("store:approve");
  const { filledFrom } = visit.form;
  const changed = changesOf(visit.store, wanted);
  const movesMoney = "bankAccount" in changed || "contactEmail" in changed;
  if (movesMoney && !(await isPasswordConfirmed(context, visit))) return;
  let isWaiting = false;
  try {
    if (Object.keys(changed).length > 0) {
      isWaiting = await saveSettings(context, visit, changed, async (_, stored) =>
        requireUnchanged(filledFrom, settingsValues(stored, isOperator)),
      );
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    const sent = settingsValues(withInput(visit.store, wanted), isOperator);
    const untouched = isConflict(error) ? untouchedIn(filledFrom, sent) : new Set<string>();
    return showSettings(visit, {
      problem: error,
      fill: sentFill(visit.form, { problem: error, fields: settingFieldIds, untouched }),
    });
  }
  dependencies.wakeMails();
  seeOther(visit.call.ctx, visit.storePath(`/settings?done=${isWaiting ? "waiting" : "saved"}`));
}

/** True when a new account for buyers' money now waits to take effect. */
async function saveSettings(
  { dependencies }: PanelContext,
  visit: StoreVisit,
  changed: StoreInput,
  alsoIn: AlsoIn<[stored: StoreView]>,
): Promise<boolean> {
  const { bankAccountWaitMs: waitMs = 0 } = dependencies.panel;
  const change = { input: changed, waitMs, actor: visit.actor };
  return updateStoreWithWait(dependencies, visit.store.merchantId, change, alsoIn);
}

async function takeLogo({ dependencies }: PanelContext, visit: StoreVisit): Promise<void> {
  const bytes = visit.upload?.bytes ?? new Uint8Array();
  try {
    await saveLogo(dependencies, visit.store.merchantId, { bytes, actor: visit.actor });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    return showSettings(visit, { problem: error, logo: sentFill({ logoFile: "" }, { problem: error }) });
  }
  seeOther(visit.call.ctx, visit.storePath("/settings?done=logo"));
}

/** Requires the merchant id to be typed, because a deletion cannot be undone. */
async function removeStore(context: PanelContext, visit: StoreVisit): Promise<void> {
  const { merchantId } = visit.store;
  if ((visit.form.merchantId ?? "").trim() !== merchantId) {
    const message = `must be typed as shown above, "${merchantId}": nothing was deleted`;
    const refusal = new Refusal("VALIDATION_ERROR", { details: [{ path: "merchantId", rule: "confirm", message }] });
    return showSettings(visit, { problem: refusal, removal: sentFill(visit.form, { problem: refusal }) });
  }
  if (!(await isPasswordConfirmed(context, visit))) return;
  await deleteStore(context.dependencies, merchantId, visit.actor);
  seeOther(visit.call.ctx, visit.path("/stores?done=deleted"));
}
