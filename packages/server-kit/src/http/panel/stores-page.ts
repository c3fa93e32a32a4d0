// The first page after the sign-in: the user's own store, or for operators the list of all stores and the form for a new one.
import { Refusal } from "../../domain/refusal.js";
import { viewOf } from "../../flows/stores/change-store.js";
import { createStore } from "../../flows/stores/create-store.js";
import { useFormOnce } from "../../flows/use-form-once.js";
import type { Endpoint } from "../call.js";
import { type HtmlValue, html, outsideText } from "../html.js";
import { seeOther } from "../page-headers.js";
import { badge, dataTable, emptyState, notice, pager, secretOnce } from "./elements.js";
import { isConflict } from "./filled-from.js";
import { textField } from "./form-fields.js";
import { type FormFill, filled, sentFill, storedFill } from "./form-fill.js";
import { sendPage } from "./page.js";
import type { PanelDependencies } from "./panel-dependencies.js";
import { doneText, type PanelContext, panelPage, type Visit } from "./visit.js";

const pageSize = 50;

const done = { deleted: "The store is deleted: its keys are rejected and nothing is sent for it any more." };

export function storesEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  return [
    panelPage(context, { method: "GET", path: "", work: goToFirstPage }),
    panelPage(context, {
      method: "GET",
      path: "/stores",
      permission: "stores:all",
      work: (visit) => showStoresDone(dependencies, visit),
    }),
    panelPage(context, {
      method: "POST",
      path: "/stores",
      permission: "stores:all",
      work: (visit) => addStore(dependencies, visit),
    }),
  ];
}

function goToFirstPage({ call, visitor: { merchantId }, path }: Visit): void {
  seeOther(call.ctx, path(merchantId === undefined ? "/stores" : `/stores/${encodeURIComponent(merchantId)}/overview`));
}

async function showStoresDone(dependencies: PanelDependencies, visit: Visit): Promise<void> {
  const text = doneText(visit, done);
  await showStores(dependencies, visit, { top: text !== undefined && notice(text) });
}

async function addStore(dependencies: PanelDependencies, visit: Visit): Promise<void> {
  const name = (visit.form.name ?? "").trim();
  try {
    const store = await createStore(dependencies, { name }, visit.actor, (records) =>
      useFormOnce(dependencies, records, visit.form.mark, storeExists),
    );
    const settings = visit.path(`/stores/${encodeURIComponent(store.merchantId)}/settings`);
    await showStores(dependencies, visit, {
      top: secretOnce({
        title: `Webhook secret of ${store.name}`,
        secret: store.webhookSecret,
        advice: html`Hand it to the merchant over a secure channel. Then <a href="${settings}">approve the store and choose its methods</a>.`,
      }),
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "VALIDATION_ERROR") throw error;
    const fill = sentFill(visit.form, { problem: error });
    await showStores(dependencies, visit, { top: fill.summary, status: isConflict(error) ? 409 : 400, fill });
  }
}

const storeExists =
  "This form was sent before and its store was created: nothing was created again. The store's webhook secret was shown only once: if it is lost, announce another one under the store's Integration and switch to it.";

interface StoresNotes {
  top?: HtmlValue;
  status?: number;
  fill?: FormFill;
}

async function showStores(dependencies: PanelDependencies, visit: Visit, notes: StoresNotes): Promise<void> {
  const { after } = visit.call.query;
  const found = await dependencies.storage.read((records) => records.stores.list({ limit: pageSize + 1, after }));
  const stores = found.slice(0, pageSize).map(viewOf);
  const last = found.length > pageSize ? stores.at(-1)?.merchantId : undefined;
  sendPage(visit.call, visit.frame, {
    title: "All stores",
    current: "panel/stores",
    ...(notes.status !== undefined && { status: notes.status }),
    body: html`${notes.top}<section class="card">${
      stores.length === 0
        ? emptyState("There is no store yet", "Create the first one below, then add an owner under its Users.")
        : dataTable(
            "Stores by merchant id",
            ["Store", "Merchant id", "KYC", "Verification", "State"].map((label) => ({ label })),
            stores.map((store): HtmlValue[] => [
              html`<a class="clamp" href="${visit.path(`/stores/${encodeURIComponent(store.merchantId)}/overview`)}">${outsideText(store.name)}</a>`,
              html`<code class="${store.merchantId.length <= 28 ? "one-line word" : "word"}">${store.merchantId}</code>`,
              badge(store.kyc.replaceAll("_", " "), store.kyc === "approved" ? "good" : "warn"),
              badge(store.verification, store.verification === "approved" ? "good" : "warn"),
              store.isDisabled ? badge("paused", "bad") : badge("open", "good"),
            ]),
          )
    }${pager({
      back: after !== undefined && { href: visit.path("/stores"), label: "First" },
      next: last !== undefined && { href: `?after=${encodeURIComponent(last)}`, label: "More" },
    })}</section>
<section class="card" aria-labelledby="new-title"><h2 id="new-title">New store</h2>
<form method="post" action="${visit.path("/stores")}" class="row end">${visit.formGuard()}
${textField({ ...filled(notes.fill ?? storedFill, "name"), label: "Name", required: true, maxLength: 255 })}<button>Create store</button></form></section>`,
  });
}
