// The reference's stylesheet: contents at the side, text in the middle, requests and responses in separate panes.
import { baseStyle } from "../base-style.js";
import { webhookSamples } from "./webhook-samples.js";

const tabs = ["curl", "sdk", ...webhookSamples.map(({ id }) => id)];

/** Without support for `:has`, all tabs are shown, one below the other. */
const tabRules = tabs
  .map((id) => `.tabs:has(input[value=${id}]:checked) .tab:not(.tab-${id}) { display: none; }`)
  .join("\n");

export const referenceStyle = `${baseStyle}
:root { --code-page: #10192b; --code-head: #18243a; --code-line: #2c3b57; --code-text: #dfe7f3; --code-soft: #a9b8d0; --code-name: #9ccaff; --code-string: #a5e3b4; --code-word: #f2c48d; }
html { scroll-padding-top: 1rem; }
.reference { display: grid; grid-template-columns: 16rem minmax(0, 1fr); align-items: start; }
.side { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 0.875rem; border-inline-end: 1px solid var(--line); background: var(--card); font-size: 0.875rem; }
.side-title { font-weight: 650; padding: 0 0.5rem; font-size: 1rem; }
.side ul { list-style: none; margin: 0; padding: 0; }
.side ul ul { padding-inline-start: 0.75rem; margin-bottom: 0.5rem; }
.side a { display: block; padding: 0.25rem 0.5rem; border-radius: 6px; color: var(--text); text-decoration: none; }
.side ul ul a { color: var(--soft); }
.side a:hover { background: var(--raised); color: var(--accent); }
.fold { display: none; }
.search { position: relative; margin-bottom: 0.75rem; }
.search input { width: 100%; min-height: 2.25rem; padding: 0.25rem 2rem 0.25rem 0.625rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--control); border-radius: 8px; }
.search kbd { position: absolute; inset-inline-end: 0.625rem; top: 0.4375rem; padding: 0 0.375rem; border: 1px solid var(--line); border-radius: 4px; color: var(--soft); background: var(--card); font: inherit; pointer-events: none; }
.search p { margin: 0; color: var(--soft); }
.search p:not(:empty) { padding: 0.375rem 0.5rem 0; }
.keys { margin: 0; padding: 0.75rem 0.5rem 0; border-top: 1px solid var(--line); }
.keys label { display: inline-flex; gap: 0.5rem; align-items: center; min-height: 1.5rem; color: var(--soft); }
.keys kbd { padding: 0 0.375rem; border: 1px solid var(--line); border-radius: 4px; font: inherit; }
.keys input { width: 1rem; height: 1rem; margin: 0; accent-color: var(--accent); }
.search ul { margin-top: 0.5rem; }
.search small { display: block; color: var(--soft); }
.searching .contents { display: none; }
main { padding: 2rem 2rem 5rem; min-width: 0; }
h1 { font-size: 1.875rem; margin-bottom: 0.5rem; }
h1 .badge { font-size: 0.875rem; vertical-align: middle; letter-spacing: 0; }
h2 { font-size: 1.5rem; margin: 3rem 0 0.5rem; }
.card > h2 { margin-top: 0; }
h3 { font-size: 1.1875rem; margin-bottom: 0.5rem; }
h4 { font-size: 0.9375rem; margin: 1.5rem 0 0.25rem; }
main > p, main > .card > p, main > .card dd { max-width: 46rem; }
.lead { font-size: 1.0625rem; color: var(--soft); }
.anchor { display: inline-block; min-height: 1.5rem; color: inherit; text-decoration: none; }
.anchor:hover { text-decoration: underline; }
:target, :target .anchor { text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 3px; text-underline-offset: 0.25em; }

.operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); gap: 0 2rem; padding: 1.75rem 0; border-top: 1px solid var(--line); align-items: start; }
.samples { position: sticky; top: 1rem; display: grid; gap: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; border-radius: 10px; }
@media (min-width: 108rem) {
  .operation { grid-template-columns: minmax(0, 1fr) minmax(0, 56rem); }
  .samples { grid-template-columns: 1fr 1fr; align-items: start; }
}
.route { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.route code { overflow-wrap: anywhere; }
.method { font: 700 0.75rem ui-monospace, Menlo, Consolas, monospace; padding: 0.125rem 0.5rem; border-radius: 5px; background: var(--info-soft); color: var(--info); }
.method.post { background: var(--good-soft); color: var(--good); }
.fields { list-style: none; margin: 0.5rem 0 0; padding: 0; }
.fields > li { padding: 0.625rem 0; border-top: 1px solid var(--line); }
.fields p { margin: 0 0 0.25rem; }
.fields p:last-child { margin-bottom: 0; }
.field > .anchor, .field > code { font-weight: 650; }
.type { color: var(--soft); font-size: 0.875rem; margin-inline-start: 0.25rem; }
.inner { padding-inline-start: 1.125rem; margin: 0.25rem 0 0; }
.inner p { margin: 0; }
.conditions { padding-inline-start: 1.25rem; margin: 0.75rem 0 0; }
.data td p { margin: 0 0 0.25rem; }
.rule { margin-inline-end: 0.75rem; }
.words code, .code-link { display: inline-block; margin-inline-end: 0.375rem; max-width: 100%; overflow-wrap: anywhere; }
.code-link { font: 0.8125rem/1.75 ui-monospace, Menlo, Consolas, monospace; min-height: 1.5rem; }
dl.facts { margin: 0; }
.facts dd { margin: 0.25rem 0 1rem; }

.pane { background: var(--code-page); color: var(--code-text); border: 1px solid var(--code-line); border-radius: 10px; overflow: hidden; min-width: 0; }
.pane-head { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; align-items: center; justify-content: space-between; padding: 0.375rem 0.75rem; background: var(--code-head); border-bottom: 1px solid var(--code-line); min-height: 2.5rem; }
.pane-head h4 { margin: 0; font-size: 0.8125rem; }
@media (min-width: 52.01rem) { .data .error-code { white-space: nowrap; } }
.status-code.bad { color: var(--code-word); }
.status-code { font: 600 0.75rem ui-monospace, Menlo, Consolas, monospace; color: var(--code-string); }
.switch { display: flex; flex-wrap: wrap; gap: 0.25rem; border: 0; padding: 0; margin: 0; }
.switch label { position: relative; display: inline-flex; }
.switch input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.switch span { padding: 0.1875rem 0.5rem; min-height: 1.625rem; border-radius: 6px; font-size: 0.8125rem; color: var(--code-soft); }
.switch input:checked + span { background: var(--code-line); color: #ffffff; }
.switch input:focus-visible + span { outline: 3px solid var(--code-name); outline-offset: 1px; }
.sample-title { margin: 0; padding: 0.5rem 0.75rem 0; font-size: 0.8125rem; color: var(--code-soft); }
.code { position: relative; background: var(--code-page); color: var(--code-text); border-radius: 10px; }
.code pre { background: none; border: 0; border-radius: 0; padding: 0.75rem; max-height: none; font-size: 0.8125rem; tab-size: 2; }
.code pre.long { max-height: 26rem; }
.code pre code { font: inherit; }
.code :focus-visible { outline-color: var(--code-name); outline-offset: -3px; }
.copy { position: absolute; inset-inline-end: 0.375rem; top: 0.375rem; min-height: 1.75rem; padding: 0 0.5rem; border: 1px solid var(--code-line); border-radius: 6px; background: var(--code-head); color: var(--code-text); font: inherit; font-size: 0.75rem; cursor: pointer; opacity: 0.85; }
.sample-title + .code .copy { top: -1.625rem; }
.code:not(.sample-title + .code):has(.copy:not([hidden])) pre { padding-inline-end: 4.25rem; }
@media (max-width: 44rem) { .code:not(.sample-title + .code):has(.copy:not([hidden])) pre { padding-inline-end: 0.75rem; padding-block-start: 2.375rem; } }
.copy:hover, .copy:focus-visible { opacity: 1; }
.copy[hidden] { display: none; }
.c-name { color: var(--code-name); }
.c-string { color: var(--code-string); }
.c-word { color: var(--code-word); }
.c-comment { color: var(--code-soft); }
.example { border-top: 1px solid var(--code-line); }
.example summary { cursor: pointer; padding: 0.375rem 0.75rem; min-height: 1.75rem; font-size: 0.8125rem; color: var(--code-soft); }
.example summary:focus-visible { outline-color: var(--code-name); outline-offset: -3px; }
${tabRules}

@media (max-width: 72rem) {
  .operation { display: block; }
  .samples { position: static; max-height: none; margin-top: 1.25rem; }
}
@media (max-width: 52rem) {
  html { scroll-padding-top: 6.5rem; }
  .reference { display: block; }
  .side { position: sticky; z-index: 1; height: auto; max-height: 100vh; padding: 0.5rem 1rem; border: 0; border-bottom: 1px solid var(--line); }
  .side-title, .contents { display: none; }
  .search { margin: 0 0 0.25rem; }
  .search kbd, .keys { display: none; }
  .fold { display: block; }
  .fold summary { cursor: pointer; min-height: 2rem; padding: 0.25rem 0.5rem; font-weight: 600; }
  .fold nav { max-height: 60vh; overflow-y: auto; }
  main { padding: 1.25rem 1rem 3rem; }
  h2 { margin-top: 2.25rem; }
}
@media (max-width: 22rem) { .badge { white-space: normal; } .inner { padding-inline-start: 0.5rem; } }
@media print { .side, .copy { display: none; } .reference, .operation { display: block; } .samples { position: static; max-height: none; } }
`;
