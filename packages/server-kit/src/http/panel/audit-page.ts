// Every change with who made it, newest first: of one store, or of everything for operators.
import type { AuditRecord } from "../../domain/audit.js";
import type { Endpoint } from "../call.js";
import { type HtmlValue, html, outsideText } from "../html.js";
import { dataTable, emptyState, moment } from "./elements.js";
import { answerPage } from "./page.js";
import { type PanelContext, panelPage, storePage, type Visit } from "./visit.js";

const pageSize = 50;

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
  ];
}

async function showAudit(
  { dependencies }: PanelContext,
  visit: Visit,
  merchantId: string | undefined,
  path: string,
): Promise<void> {
  const { at, shown } = readCursor(visit.call.query.before);
  const found = await dependencies.storage.read((records) =>
    records.audit.list({ merchantId, limit: shown + pageSize + 1, before: at === undefined ? undefined : at + 1 }),
  );
  const rest = found.slice(shown);
  const page = rest.slice(0, pageSize);
  const isStore = merchantId !== undefined;
  const columns = [{ label: "When" }, { label: "Who" }, { label: "What" }, { label: "About" }, { label: "Details" }];
  answerPage(visit.call, visit.frame, {
    title: "Audit log",
    current: isStore ? "/audit" : "panel/audit",
    body: html`<section class="card">${
      page.length === 0
        ? emptyState("Nothing was changed yet", "Keys, secrets, settings, users and decisions leave a line here.")
        : dataTable(
            "Changes, newest first",
            columns,
            page.map((record): HtmlValue[] => [
              moment(record.at, "second"),
              outsideText(record.actor),
              html`<code>${record.action}</code>`,
              about(record, isStore),
              details(record),
            ]),
          )
    }${rest.length > pageSize && html`<nav class="pager" aria-label="Pages"><span></span><a href="${path}?before=${nextCursor(page, at, shown)}">Older</a></nav>`}</section>`,
  });
}

function about({ merchantId, subject }: AuditRecord, isStore: boolean): HtmlValue {
  const parts = [isStore ? undefined : merchantId, subject].filter((part) => part !== undefined);
  return parts.map((part) => html`<div><code>${part}</code></div>`);
}

function details({ detail }: AuditRecord): HtmlValue {
  return Object.entries(detail).map(([name, value]) => {
    const text = typeof value === "string" ? value : Array.isArray(value) ? value.join(", ") : JSON.stringify(value);
    return html`<div class="clamp"><span class="hint">${name}:</span> ${outsideText(text)}</div>`;
  });
}

/** `<time>.<how many entries of that very time were shown>`: several changes may share a millisecond. */
function readCursor(text: string | undefined): { at: number | undefined; shown: number } {
  const match = /^(\d{1,15})\.(\d{1,4})$/.exec(text ?? "");
  return match === null ? { at: undefined, shown: 0 } : { at: Number(match[1]), shown: Number(match[2]) };
}

function nextCursor(page: readonly AuditRecord[], previousAt: number | undefined, previouslyShown: number): string {
  const last = page.at(-1)?.at ?? 0;
  const ofThatTime = page.filter(({ at }) => at === last).length;
  return `${last}.${ofThatTime + (last === previousAt ? previouslyShown : 0)}`;
}
