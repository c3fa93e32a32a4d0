// How the reference looks: contents at the side, one column of sections, the same colours as the panel.
import { baseStyle } from "../base-style.js";

export const referenceStyle = `${baseStyle}
.reference { display: grid; grid-template-columns: 17rem minmax(0, 1fr); align-items: start; }
.contents { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-inline-end: 1px solid var(--line); min-height: 100vh; font-size: 0.875rem; }
.contents-title { font-weight: 650; padding: 0 0.5rem; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents ul ul { padding-inline-start: 0.75rem; margin-bottom: 0.5rem; }
.contents a { display: block; padding: 0.25rem 0.5rem; border-radius: 6px; color: var(--text); text-decoration: none; }
.contents ul ul a { color: var(--soft); }
.contents a:hover { background: var(--raised); color: var(--accent); }
main { padding: 2rem 2.5rem 5rem; max-width: 62rem; }
h1 { font-size: 1.75rem; }
h1 .badge { font-size: 0.875rem; vertical-align: middle; letter-spacing: 0; }
h2 { font-size: 1.375rem; margin: 2.5rem 0 0.5rem; scroll-margin-top: 1rem; }
.card > h2 { margin-top: 0; }
h3 { font-size: 1.125rem; scroll-margin-top: 1.5rem; margin-bottom: 0.5rem; }
h4 { font-size: 0.9375rem; margin: 1.5rem 0 0.5rem; }
.lead { font-size: 1.125rem; color: var(--soft); }
.anchor { color: inherit; text-decoration: none; }
.anchor:hover { text-decoration: underline; }
.route { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; padding: 0.5rem 0.75rem; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
.method { font: 700 0.8125rem ui-monospace, Menlo, Consolas, monospace; color: var(--info); }
.method.post { color: var(--good); }
.example { margin-top: 0.5rem; }
.example summary { cursor: pointer; color: var(--accent); min-height: 1.5rem; width: fit-content; }
.inner { padding-inline-start: 1.125rem; margin: 0.25rem 0 0; }
.inner p { margin: 0; }
.conditions { padding-inline-start: 1.25rem; margin: 0.75rem 0 0; }
.data td p { margin: 0 0 0.25rem; }
.data td p:empty { display: none; }
.rule { margin-inline-end: 0.75rem; }
.words code, .data a.code { display: inline-block; margin-inline-end: 0.25rem; max-width: 100%; overflow-wrap: anywhere; }
.data a.code { font: 0.85em ui-monospace, Menlo, Consolas, monospace; }
dl.facts { margin: 0; }
.facts dd { margin: 0.25rem 0 1rem; }
:target { text-decoration: underline; text-decoration-color: var(--accent); text-decoration-thickness: 3px; text-underline-offset: 0.25em; }
@media (min-width: 60.01rem) { .data td:first-child { min-width: 11.5rem; } }
@media (max-width: 60rem) {
  .reference { display: block; }
  .contents { position: static; min-height: 0; max-height: 16rem; border: 0; border-bottom: 1px solid var(--line); background: var(--card); }
  main { padding: 1.25rem 1rem 3rem; }
}
@media print { .contents { display: none; } .reference { display: block; } }
`;
