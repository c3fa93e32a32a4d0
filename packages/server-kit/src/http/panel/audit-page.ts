// The audit log: every change with its actor, newest first, of one store or of all stores for operators.
import { Readable } from "node:stream";
import type { AuditRecord } from "../../domain/audit.js";
import { exportAudit, findAccountChanges, searchedUpdates } from "../../flows/read-audit.js";
import type { Endpoint } from "../call.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import { breakable, dataTable, emptyState, moment, pager } from "./elements.js";
import { textField } from "./form-fields.js";
import { sendPage } from "./page.js";
import { type PanelContext, panelPage, storePage, type Visit } from "./visit.js";

const pageSize = 50;
/** A longer actor may be broken across lines: this one fits every screen but the narrowest. */
const maxUnbrokenActorLength = 20;
/** A longer code may be broken: this one fits a column, and on a phone of 390 px a line. */
const maxUnbrokenCodeLength = 30;

export function auditEndpoints(context: PanelContext): Endpoint[] {
  return [
    storePage(context, {
      method: "GET",
      path: "/audit",
      permission: "audit:read",
      work: (visit) => showAudit(context, visit, visit.store.merchantId, visit.storePath("/audit")),
    }),
    panelPage(context, {
      method: "GET",
      path: "/audit",
      permission: "stores:all",
      work: (visit) => showAudit(context, visit, undefined, visit.path("/audit")),
    }),
    storePage(context, {
      method: "GET",
      path: "/audit/export",
      permission: "audit:read",
      work: (visit) => sendExport(context, visit, visit.store.merchantId),
    }),
    panelPage(context, {
      method: "GET",
      path: "/audit/export",
      permission: "stores:all",
      work: (visit) => sendExport(context, visit, undefined),
    }),
  ];
}

/** The filter in the URL, for one store or for all. */
function filterOf({ call: { query } }: Visit, merchantId: string | undefined) {
  const text = (name: string) => (query[name] ?? "").trim().slice(0, 254) || undefined;
  return { merchantId, actor: text("actor"), action: text("action") };
}

function sendExport({ dependencies }: PanelContext, visit: Visit, merchantId: string | undefined): void {
  const { ctx, query } = visit.call;
  const format = query.format === "ndjson" ? "ndjson" : "csv";
  const lines = exportAudit(dependencies, format, filterOf(visit, merchantId));
  ctx.status = 200;
  ctx.set("Cache-Control", "no-store");
  ctx.set("Content-Disposition", `attachment; filename="audit.${format}"`);
  ctx.type = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson";
  ctx.body = Readable.from(lines);
}

async function showAudit(
  { dependencies }: PanelContext,
  visit: Visit,
  merchantId: string | undefined,
  path: string,
): Promise<void> {
  const cursor = readCursor(visit.call.query.before);
  const filter = filterOf(visit, merchantId);
  const found = await dependencies.storage.read((records) =>
    records.audit.list({ ...filter, ...cursor, limit: pageSize + 1 }),
  );
  const { actor, action } = filter;
  const isTop = merchantId !== undefined && cursor.before === undefined;
  const accountChanges = isTop && (await findAccountChanges(dependencies, merchantId));
  const query = (more: Record<string, string>) =>
    new URLSearchParams({ ...more, ...(actor && { actor }), ...(action && { action }) }).toString();
  const page = found.slice(0, pageSize);
  const last = found.length > pageSize ? page.at(-1) : undefined;
  const isStore = merchantId !== undefined;
  const columns = [{ label: "When" }, { label: "Who" }, { label: "What" }, { label: "Details" }];
  sendPage(visit.call, visit.frame, {
    title: "Audit log",
    current: isStore ? "/audit" : "panel/audit",
    body: html`<form class="row end" method="get" action="${path}">
${textField({ name: "actor", label: "Who", value: filter.actor, maxLength: 254, autocomplete: "off" })}
${textField({ name: "action", label: "What", value: filter.action, maxLength: 64, autocomplete: "off" })}
<button class="second">Filter</button></form>
<p class="spaced"><a href="${path}/export?${query({ format: "csv" })}">Export as CSV</a> · <a href="${path}/export?${query({ format: "ndjson" })}">as NDJSON</a></p>
${accountChanges && renderAccountChanges(accountChanges)}<section class="card">${
      page.length === 0
        ? emptyState("No entries", "Changes of keys, secrets, settings, users and payments are listed here.")
        : dataTable(
            "Changes, newest first",
            columns,
            page.map((record): HtmlValue[] => [
              moment(record.at, "second"),
              html`${record.actor.length <= maxUnbrokenActorLength ? html`<span class="nowrap">${outsideText(record.actor)}</span>` : html`<span class="word">${breakable(record.actor)}</span>`}${record.address !== undefined && html`<div class="hint">${record.address}</div>`}`,
              html`${code(record.action)}${about(record, isStore)}`,
              details(record),
            ]),
          )
    }${pager({
      back: cursor.before !== undefined && { href: `${path}?${query({})}`.replace(/\?$/, ""), label: "Newest" },
      next: last && { href: `${path}?${query({ before: `${last.at}.${last.id}` })}`, label: "Older" },
    })}</section>`,
  });
}

const accountWords: Record<string, string> = {
  "store.updated": "changed the bank account",
  "store.bank_account_requested": "requested another bank account, which is pending",
  "store.bank_account_withdrawn": "withdrew the pending bank account",
};

function renderAccountChanges({
  changes,
  isComplete,
}: {
  changes: readonly AuditRecord[];
  isComplete: boolean;
}): HtmlValue {
  return (
    (changes.length > 0 || !isComplete) &&
    html`<section class="card" aria-labelledby="account-changes"><h2 id="account-changes">Bank account for buyers' money</h2>
<ul class="plain">${changes.map(({ at, actor, action, address }) => html`<li>${moment(at, "second")}: ${outsideText(actor)} ${accountWords[action] ?? action}${address !== undefined && html` <span class="hint">from ${address}</span>`}</li>`)}</ul>
${!isComplete && html`<p class="hint">Only the latest ${searchedUpdates} changes of the settings were searched. The export has all of them.</p>`}</section>`
  );
}

function about({ merchantId, subject }: AuditRecord, isStore: boolean): HtmlValue {
  const parts = [isStore ? undefined : merchantId, subject].filter((part) => part !== undefined);
  return parts.length > 0 && parts.map((part) => html`<div class="hint">${code(part)}</div>`);
}

/** The digests of the values before and after a change are in the export; here only what was changed is named. */
function details({ detail }: AuditRecord): HtmlValue {
  const { before: _, after, ...named } = detail;
  const entries = Object.entries(named);
  if (!("fields" in named) && typeof after === "object" && after !== null) entries.push(["fields", Object.keys(after)]);
  return (
    entries.length > 0 &&
    entries.map(([name, value]) => {
      const text = typeof value === "string" ? value : Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
      const shown = idShape.test(text) ? code(text) : outsideText(shortDigests(text));
      return html`<div class="clamp"><span class="hint">${name}:</span> ${shown}</div>`;
    })
  );
}

function code(text: string): Html {
  return html`<code class="${text.length <= maxUnbrokenCodeLength ? "one-line word" : "word"}">${breakable(text)}</code>`;
}

/** Such as `pay_0mm5srw54ogWi80GV9BdD2QjT`. */
const idShape = /^[a-z]{2,5}_[A-Za-z0-9]{16,40}$/;

function shortDigests(text: string): string {
  return text.replace(/(sha256:[0-9a-f]{12})[0-9a-f]+/g, "$1…");
}

/** `<time>.<id>` of the last entry of the page before: several changes may share a millisecond. */
function readCursor(text: string | undefined): { before?: number; beforeId?: number } {
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text ?? "") ?? [];
  return at === undefined ? {} : { before: Number(at), beforeId: Number(id) };
}
