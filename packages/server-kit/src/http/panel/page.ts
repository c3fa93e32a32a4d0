// The layout of every panel page: head, header, navigation, content.
import { hasPermission, type PanelPermission } from "../../domain/panel-permissions.js";
import type { StoreView } from "../../flows/stores/change-store.js";
import type { Call } from "../call.js";
import { favicon } from "../favicon.js";
import { type Html, type HtmlValue, html, outsideText } from "../html.js";
import type { Links } from "../links.js";
import { setPageHeaders } from "../page-headers.js";
import { panelAssets } from "./assets.js";
import { renderCount } from "./badges.js";
import { badge } from "./elements.js";
import { type ModeSwitch, renderModeSwitch } from "./mode.js";
import type { Visitor } from "./visitor.js";

export interface PageFrame {
  links: Links;
  /** Undefined on pages for users who are not signed in. */
  visitor: Visitor | undefined;
  /** The store whose pages the navigation shows. */
  store: StoreView | undefined;
  /** The number of items that need attention, by the path of the navigation entry. */
  badges?: Record<string, number>;
  /** Set on the pages of a store, where both environments are served. */
  modeSwitch?: ModeSwitch | undefined;
}

export interface PanelPageContent {
  title: string;
  /** The path of the current navigation entry, such as `/transactions`. */
  current?: string | undefined;
  status?: number;
  /** The list that the page belongs to, linked above its title. */
  back?: { path: string; label: string };
  body: HtmlValue;
}

/** Sends a whole page, with headers that forbid caching and framing. */
export function sendPage({ ctx }: Pick<Call, "ctx">, frame: PageFrame, content: PanelPageContent): void {
  setPageHeaders(ctx, { baseUrl: frame.links.baseUrl, images: [] });
  // Not `no-referrer`: browsers would then send `Origin: null` with the panel's own forms, which would look cross-site.
  ctx.set("Referrer-Policy", "same-origin");
  ctx.status = content.status ?? 200;
  ctx.type = "text/html; charset=utf-8";
  ctx.body = renderPage(frame, content).toString();
}

function renderPage(frame: PageFrame, { title, current, back, body }: PanelPageContent): Html {
  const { links, visitor, store } = frame;
  const { basePath } = links;
  const storeName = store === undefined ? "" : ` · ${store.name}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}${storeName} · Payment Sessions</title>
${favicon(store?.name ?? "Payment Sessions", { background: "#1d4ed8", ink: "#ffffff" })}
<link rel="stylesheet" href="${basePath}${panelAssets.stylePath}">
<script src="${basePath}${panelAssets.scriptPath}" defer></script>
</head>
<body class="${visitor === undefined ? "outside" : "inside"}">
<a class="skip" href="#content">Skip to the content</a>
${visitor !== undefined && renderHeader(frame, visitor, current)}
<main id="content" tabindex="-1">
${visitor === undefined && html`<p class="brand">${brandMark}Payment Sessions</p>`}
${back !== undefined && html`<p class="back"><a href="${back.path}">← ${back.label}</a></p>`}
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

const storeEntries: { path: string; label: string; permission?: PanelPermission }[] = [
  { path: "/overview", label: "Overview" },
  { path: "/transactions", label: "Payments" },
  { path: "/deliveries", label: "Deliveries" },
  { path: "/alerts", label: "Alerts" },
  { path: "/statements", label: "Bank statements" },
  { path: "/receipts", label: "Receipts" },
  { path: "/integration", label: "Integration" },
  { path: "/settings", label: "Store settings" },
  { path: "/users", label: "Users", permission: "users:write" },
  { path: "/audit", label: "Audit log", permission: "audit:read" },
];

const operatorEntries: typeof storeEntries = [
  { path: "/stores", label: "All stores", permission: "stores:all" },
  { path: "/alerts", label: "Open alerts", permission: "stores:all" },
  { path: "/operators", label: "Operators", permission: "stores:all" },
  { path: "/audit", label: "Audit log, all stores", permission: "stores:all" },
];

const brandMark = html`<span class="brand-mark" aria-hidden="true"></span>`;

function renderHeader(
  { links, store, modeSwitch, badges = {} }: PageFrame,
  visitor: Visitor,
  current: string | undefined,
): Html {
  const panel = `${links.basePath}/panel`;
  const isHere = (below: string, path: string) => current === `${below === "" ? "panel" : ""}${path}`;
  const entry = (below: string, { path, label, permission }: (typeof storeEntries)[number]) =>
    (permission === undefined || hasPermission(visitor.role, permission)) &&
    // Users whom the host signs in are managed by the host.
    !(visitor.signedIn === undefined && (path === "/users" || path === "/operators")) &&
    html`<li${isHere(below, path) && html` class="here"`}><a href="${panel}${below}${path}"${isHere(below, path) && html` aria-current="page"`}>${label}${below !== "" && renderCount(badges[path])}</a></li>`;
  return html`<header class="top">
<a class="brand" href="${panel}">${brandMark}<span class="brand-name">Payment Sessions</span></a>
${modeSwitch !== undefined && renderModeSwitch(panel, modeSwitch)}
<div class="who">
<span class="who-name">${outsideText(visitor.email)}</span> ${badge(visitor.role)}
${
  visitor.signedIn !== undefined &&
  html`<a href="${panel}/account"${current === "/account" && html` aria-current="page"`}>Account</a>
<form method="post" action="${panel}/sign-out"><input type="hidden" name="csrf" value="${visitor.csrfToken}"><button class="link">Sign out</button></form>`
}
</div>
</header>
${modeSwitch?.mode === "test" && html`<aside class="ribbon" aria-label="Test mode"><strong>Test mode</strong> No real money moves here. Live payments are not shown.</aside>`}
<nav class="side" aria-label="Panel">
${
  store !== undefined &&
  html`<p class="side-title" title="${store.name}">${outsideText(store.name)}</p>
${store.isDisabled && html`<p>${badge("paused", "warn")}</p>`}
<ul>${storeEntries.map((one) => entry(`/stores/${encodeURIComponent(store.merchantId)}`, one))}</ul>`
}
${
  hasPermission(visitor.role, "stores:all") &&
  html`<p class="side-title">Operator</p><ul>${operatorEntries.map((one) => entry("", one))}</ul>`
}
</nav>`;
}
