// The store's stylesheet and script. Without the script a waiting page reloads itself.

export const style = `
:root { color-scheme: light dark; --page: #f7f4ee; --card: #ffffff; --line: #e2dbcd; --text: #25211a; --soft: #665e50; --brand: #1f5c43; --on-brand: #ffffff; --tint: #e6efe8; --picture: #e6efe8; --strip: #13201b; --strip-line: #2c4238; --strip-text: #e3eee8; --strip-soft: #a5bdb1; --code: #9fe0bd; --good: #17693f; --bad: #a3261b; }
@media (prefers-color-scheme: dark) { :root { --page: #14160f; --card: #1e211a; --line: #353a2e; --text: #eeeade; --soft: #b5af9f; --brand: #8fd3b0; --on-brand: #0f1e16; --tint: #23332a; --picture: #46604f; --strip: #0d1411; --good: #86dcae; --bad: #ff9f94; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--brand); }
h1, h2 { line-height: 1.2; margin: 0; text-wrap: balance; }
p { margin: 0 0 0.75rem; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 3px; }
:where(:focus-visible) { border-radius: 4px; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; padding: 0.75rem clamp(1rem, 4vw, 2.5rem); background: var(--card); border-bottom: 1px solid var(--line); }
.brand { display: inline-flex; align-items: center; gap: 0.625rem; min-height: 2.5rem; font: 650 1.25rem/1 Georgia, "Times New Roman", serif; color: var(--text); text-decoration: none; }
.brand svg { width: 2rem; height: 2rem; }
.top p { margin: 0; color: var(--soft); font-size: 0.875rem; }
.test { padding: 0.125rem 0.5rem; border: 1px dashed currentcolor; border-radius: 5px; font-size: 0.75rem; font-weight: 650; letter-spacing: 0.03em; }
.page { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 24rem); align-items: start; max-width: 84rem; margin: 0 auto; }
main { padding: clamp(1rem, 3vw, 2.5rem); min-width: 0; }
.hero { display: grid; grid-template-columns: minmax(0, 1fr) 11rem; gap: 1.5rem; align-items: center; padding: 1.5rem 2rem; margin-bottom: 1.75rem; background: var(--tint); border-radius: 1rem; overflow: hidden; }
.hero h1 { font: 650 2.125rem/1.15 Georgia, "Times New Roman", serif; margin-bottom: 0.5rem; }
.hero p { margin: 0; color: var(--soft); }
.hero svg { width: 100%; height: auto; }
.products { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13.5rem), 1fr)); gap: 1.25rem; }
article { display: flex; flex-direction: column; background: var(--card); border: 1px solid var(--line); border-radius: 0.875rem; overflow: hidden; }
.picture { display: block; width: 100%; height: auto; background: var(--picture); }
.about { display: flex; flex-direction: column; flex: 1; padding: 1rem; }
.about h2 { font-size: 1.0625rem; }
.about p { color: var(--soft); font-size: 0.9375rem; flex: 1; }
button { width: 100%; min-height: 2.75rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600; border: 0; border-radius: 0.625rem; background: var(--brand); color: var(--on-brand); cursor: pointer; }
button:hover { filter: brightness(1.1); }
.order { max-width: 34rem; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.order h1 { font: 650 1.75rem/1.2 Georgia, "Times New Roman", serif; }
.mark { display: flex; gap: 0.75rem; align-items: center; margin-bottom: 1rem; }
.mark svg { width: 2.75rem; height: 2.75rem; flex: none; }
.bought { display: grid; grid-template-columns: 6rem minmax(0, 1fr) auto; gap: 1rem; align-items: center; padding: 0.75rem 0; border-block: 1px solid var(--line); margin-bottom: 1rem; }
.bought .picture { border-radius: 0.5rem; }
.bought p { margin: 0; }
.id { color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
.money { font-weight: 650; font-variant-numeric: tabular-nums; }
.way-back { margin: 1rem 0 0; }
.paid .mark svg { color: var(--good); }
.failed .mark svg { color: var(--bad); }
.waiting .mark svg { color: var(--soft); }
.strip { position: sticky; top: 0; align-self: stretch; min-height: calc(100vh - 4rem); padding: 1.5rem 1.25rem; background: var(--strip); color: var(--strip-text); font-size: 0.875rem; }
.strip h2 { font-size: 1rem; margin-bottom: 0.25rem; }
.strip > p { color: var(--strip-soft); }
.strip a { color: var(--code); display: inline-block; min-height: 1.5rem; }
.steps { list-style: none; margin: 1rem 0 0; padding: 0; }
.steps li { position: relative; padding: 0 0 1rem 1.375rem; border-inline-start: 2px solid var(--strip-line); margin-inline-start: 0.375rem; }
.steps li:last-child { border-color: transparent; }
.steps li::before { content: ""; position: absolute; inset-inline-start: -0.4375rem; top: 0.3125rem; width: 0.75rem; height: 0.75rem; border-radius: 50%; background: var(--strip); border: 2px solid var(--strip-soft); }
.steps .webhook::before, .steps .order::before { background: var(--code); border-color: var(--code); }
.steps .order { max-width: none; background: none; border-radius: 0; border-block: 0; border-inline-end: 0; }
.steps strong { font-weight: 600; }
.steps time { color: var(--strip-soft); font-size: 0.75rem; margin-inline-start: 0.375rem; font-variant-numeric: tabular-nums; }
.steps pre { margin: 0.375rem 0 0; padding: 0.5rem 0.625rem; border: 1px solid var(--strip-line); border-radius: 0.5rem; font: 0.75rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--code); white-space: pre-wrap; overflow-wrap: anywhere; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 60rem) { .page { display: block; } .strip { position: static; min-height: 0; } }
@media (max-width: 34rem) { .hero { grid-template-columns: 1fr; padding: 1.25rem; } .hero svg { display: none; } .hero h1 { font-size: 1.625rem; } .products { grid-template-columns: 1fr 1fr; gap: 0.75rem; } .about { padding: 0.75rem; } .about button { padding-inline: 0.5rem; font-size: 0.9375rem; } .bought { grid-template-columns: 4rem minmax(0, 1fr) auto; } }
@media (prefers-reduced-motion: no-preference) { .waiting .mark svg .turns { transform-origin: center; animation: turn 1.6s linear infinite; } @keyframes turn { to { transform: rotate(1turn); } } }
`;

export const script = `"use strict";
const page = document.querySelector(".page[data-changes]");
if (page) {
  const announcement = document.querySelector("#announcement");
  let isLoading = false;
  let isStale = false;
  async function refresh() {
    isStale = true;
    if (isLoading) return;
    isLoading = true;
    while (isStale) {
      isStale = false;
      const response = await fetch(location.pathname, { cache: "no-store" }).catch(() => undefined);
      if (!response || !response.ok) continue;
      const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
      const heading = (root) => root.querySelector("h1").textContent;
      const isChanged = heading(fresh) !== heading(document);
      for (const selector of ["main", ".strip"]) {
        const [old, next] = [document.querySelector(selector), fresh.querySelector(selector)];
        if (old.innerHTML !== next.innerHTML) old.replaceChildren(...next.childNodes);
      }
      document.title = fresh.title;
      if (isChanged) announcement.textContent = heading(document);
    }
    isLoading = false;
  }
  new EventSource(page.dataset.changes).addEventListener("changed", refresh);
}
`;
