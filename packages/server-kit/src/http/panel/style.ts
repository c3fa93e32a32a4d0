// The panel's stylesheet, on top of the shared base: neutral, and dense enough for daily work.
import { baseStyle } from "../base-style.js";

export const panelStyle = `${baseStyle}
.inside { display: grid; grid-template: "top top" auto "ribbon ribbon" auto "side main" 1fr / 15rem minmax(0, 1fr); min-height: 100vh; }
.top { grid-area: top; display: flex; gap: 1rem; align-items: center; justify-content: space-between; background: var(--card); border-bottom: 1px solid var(--line); padding: 0.625rem 1.5rem; }
.brand { display: inline-flex; align-items: center; gap: 0.625rem; font-weight: 650; color: var(--text); text-decoration: none; white-space: nowrap; }
.brand-mark { width: 1.375rem; height: 1.375rem; border-radius: 6px; background: var(--accent); position: relative; flex: none; }
.brand-mark::after { content: ""; position: absolute; inset: 0.375rem 0.3rem; border: 2px solid var(--on-accent); border-inline-width: 0; }
.who a, .who button { white-space: nowrap; flex: none; }
.who { display: flex; align-items: center; gap: 0.75rem; min-width: 0; font-size: 0.875rem; }
.who-name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; max-width: 18rem; }
.ribbon { grid-area: ribbon; margin: 0; padding: 0.375rem 1.5rem; font-size: 0.875rem; background: var(--warn-soft); color: var(--warn); border-bottom: 2px solid var(--warn); }
.ribbon strong { margin-inline-end: 0.5rem; }
.mode-form { margin-inline-start: auto; }
.mode-switch { display: inline-flex; border: 1px solid var(--control); border-radius: 8px; overflow: hidden; flex: none; }
.mode-switch button { min-height: 2rem; padding: 0 0.875rem; border: 0; border-radius: 0; background: var(--card); color: var(--soft); font-size: 0.875rem; }
.mode-switch button[aria-pressed=true] { background: var(--accent); color: var(--on-accent); }
.mode-switch button[value=test][aria-pressed=true] { background: var(--warn); color: var(--card); }
.mode-switch button:focus-visible { outline-offset: -3px; }
.side { grid-area: side; padding: 1.25rem 0.75rem; border-inline-end: 1px solid var(--line); }
.side-title { font-size: 0.8125rem; font-weight: 650; color: var(--soft); padding: 0 0.75rem; margin: 0 0 0.375rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.side ul { list-style: none; margin: 0 0 1.25rem; padding: 0; }
.side li a { display: block; padding: 0.4375rem 0.75rem; border-radius: 8px; color: var(--text); text-decoration: none; }
.count { display: inline-block; min-width: 1.375rem; padding: 0 0.375rem; border-radius: 999px; background: var(--warn-soft); color: var(--warn); font-size: 0.8125rem; font-weight: 650; text-align: center; }
.side li a:hover { background: var(--raised); }
.side li a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
main { grid-area: main; padding: 1.75rem 2rem 4rem; max-width: 70rem; width: 100%; }
.data .word, .data .word bdi { overflow-wrap: break-word; }
.data code.word { font-size: 0.8125rem; }
.card > summary { cursor: pointer; font-weight: 600; color: var(--accent); min-height: 1.5rem; }
.card > summary + * { margin-top: 0.75rem; }
.field:has([autocomplete=one-time-code]) { max-width: 20rem; }
.outside .field { max-width: none; }
.back { margin: 0 0 0.25rem; }
.back a { text-decoration: none; display: inline-block; min-height: 1.5rem; }
.back a:hover { text-decoration: underline; }
.actions { margin-bottom: 1.25rem; }
.spaced + pre { margin-top: 0.375rem; }
.outside { display: grid; place-items: center; min-height: 100vh; padding: 1rem; }
.outside main { grid-area: auto; max-width: 25rem; padding: 0; }
.outside h1 { font-size: 1.375rem; }
.outside .brand { margin-bottom: 1.5rem; }

.notice { border-radius: 10px; padding: 0.75rem 1rem; margin-bottom: 1.25rem; border: 1px solid var(--line); border-inline-start: 4px solid currentcolor; background: var(--card); }
.notice.good { color: var(--good); background: var(--good-soft); }
.notice.warn { color: var(--warn); background: var(--warn-soft); }
.notice.bad { color: var(--bad); background: var(--bad-soft); }
.notice.info { color: var(--info); background: var(--info-soft); }
.notice ul { margin: 0; padding-inline-start: 1.25rem; }
.notice p, .notice ul { color: var(--text); }
.secret { border: 2px solid var(--accent); }
.secret code { font-size: 1rem; }
.copyable { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0.375rem; max-width: 100%; }
.copyable code { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0.0625rem 0.375rem; }
.empty { border: 1px dashed var(--line); border-radius: 10px; padding: 1.5rem; text-align: center; color: var(--soft); }
.empty-title { color: var(--text); font-weight: 600; margin-bottom: 0.25rem; }

button, .button { font: inherit; font-weight: 600; display: inline-block; min-height: 2.5rem; padding: 0.4375rem 1rem; border-radius: 8px; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; text-align: center; }
button:hover, .button:hover { filter: brightness(1.08); }
button.second, .button.second { background: var(--card); color: var(--text); border-color: var(--control); }
button.danger { background: var(--bad); border-color: var(--bad); color: var(--card); }
button.copy { min-height: 1.75rem; padding: 0 0.625rem; font-size: 0.8125rem; background: var(--card); color: var(--accent); border-color: var(--line); }
button.link { background: none; border: 0; padding: 0; min-height: 1.5rem; color: var(--accent); font-weight: 400; text-decoration: underline; text-underline-offset: 0.15em; }
button.wide { width: 100%; }
button[aria-disabled=true] { opacity: 0.7; }
[hidden] { display: none !important; }
form { margin: 0; }
.field { margin-bottom: 1rem; min-width: 0; }
.field label, .group legend { display: block; font-weight: 600; margin-bottom: 0.25rem; padding: 0; }
.group legend:has(~ .fields) { font-size: 1.0625rem; margin-bottom: 0.5rem; }
.field .hint { margin: 0.25rem 0 0; }
.field .field-error { color: var(--bad); font-weight: 600; font-size: 0.875rem; margin: 0.25rem 0 0; }
.field [aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.notice > a, .notice li a, .notice p a { color: inherit; }
.logo-form { display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; align-items: center; }
.logo-form .field { margin: 0; flex: 1 1 16rem; }
.logo-shown { width: 4rem; height: 4rem; object-fit: contain; border: 1px solid var(--line); border-radius: 12px; background: #fff; color: #131a24; display: grid; place-items: center; font-size: 1.5rem; font-weight: 650; }
.row .field { margin: 0; flex: 1 1 10rem; }
.card .row .field:has(> [type=date]) { flex: 0 1 15rem; }
input:not([type=checkbox], [type=radio]), select, textarea { font: inherit; color: inherit; width: 100%; min-height: 2.5rem; padding: 0.4375rem 0.625rem; border: 1px solid var(--control); border-radius: 8px; background: var(--card); }
textarea { min-height: 5rem; resize: vertical; display: block; }
input[type=checkbox], input[type=radio] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--accent); flex: none; }
.check { display: flex; gap: 0.625rem; align-items: center; margin-bottom: 0.75rem; min-height: 1.5rem; }
.group { border: 0; padding: 0; margin: 0 0 1.25rem; min-width: 0; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 0 1.25rem; }
.card > form > .field, .card > .row > .field { max-width: 28rem; }
.confirm + .confirm { margin-top: 0.75rem; }
.decisions .confirm + .confirm { margin-top: 0; }
.confirm summary { cursor: pointer; color: var(--accent); min-height: 1.5rem; width: fit-content; text-decoration: underline; text-underline-offset: 0.15em; list-style: none; }
.confirm summary::-webkit-details-marker { display: none; }
.confirm-body { border: 1px solid var(--line); background: var(--raised); border-radius: 8px; padding: 0.75rem; margin-top: 0.375rem; max-width: 26rem; text-align: start; }

dl.facts { display: grid; grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr); gap: 0.5rem 1.25rem; margin: 0; }
dl.facts dt { color: var(--soft); }
dl.facts dd { margin: 0; }
.tabs { display: flex; flex-wrap: wrap; gap: 0 1.25rem; border-bottom: 1px solid var(--line); margin-bottom: 1.25rem; }
.tabs a { white-space: nowrap; padding: 0.5rem 0; text-decoration: none; color: var(--soft); border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a[aria-current] { color: var(--text); font-weight: 600; border-color: var(--accent); }
.amount { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
ol.timeline { list-style: none; margin: 0; padding: 0; }
.timeline li { position: relative; padding: 0 0 1.25rem 1.5rem; }
.timeline li::before { content: ""; position: absolute; inset-inline-start: 0.25rem; top: 0.4375rem; width: 0.625rem; height: 0.625rem; border-radius: 50%; background: var(--card); border: 2px solid var(--accent); }
.timeline li:not(:last-child)::after { content: ""; position: absolute; inset-inline-start: 0.625rem; top: 1.25rem; bottom: -0.25rem; width: 1px; background: var(--line); }
.timeline li:last-child { padding-bottom: 0; }
.pager { display: flex; justify-content: space-between; gap: 1rem; margin-top: 1rem; }
.segments { display: inline-flex; border: 1px solid var(--control); border-radius: 8px; overflow: hidden; background: var(--card); }
.segments a { padding: 0.375rem 0.875rem; min-height: 2.25rem; text-decoration: none; color: var(--text); border-inline-start: 1px solid var(--line); white-space: nowrap; }
.segments a:first-child { border: 0; }
.segments a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
.segments a:focus-visible { outline-offset: -3px; }
.range + .hint { margin-top: 0.5rem; }
.menu summary { cursor: pointer; min-height: 2.25rem; padding: 0.375rem 0; color: var(--accent); width: fit-content; }
.menu[open] { flex-basis: 100%; }
.money-change { margin: 0.25rem 0; }
.up { color: var(--good); } .down { color: var(--bad); }
.button.second { background: var(--card); color: var(--text); border-color: var(--control); }
button.small { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
.filter .menu { margin-top: 0.5rem; }
.filter input[type=date] { min-width: 8.5rem; }
.filter .row .field:has([type=search]) { flex: 3 1 16rem; }
.periods { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin-bottom: 0.75rem; }
.periods a { padding: 0.25rem 0; min-height: 1.5rem; }
.periods a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
.chips { list-style: none; display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0 0 0.75rem; padding: 0; }
.chip { display: inline-flex; gap: 0.5rem; align-items: center; min-height: 1.75rem; max-width: 20rem; padding: 0.125rem 0.75rem; border-radius: 999px; background: var(--accent-soft); color: var(--accent); text-decoration: none; }
.chip .clamp { -webkit-line-clamp: 1; }
.sums { font-variant-numeric: tabular-nums; }
kbd { font: 0.85em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; border: 1px solid var(--control); border-bottom-width: 2px; border-radius: 4px; padding: 0 0.3rem; background: var(--card); }
.shortcuts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: center; }
.shortcuts .check { margin: 0; }
table.lines { width: 100%; border-collapse: collapse; table-layout: fixed; font-variant-numeric: tabular-nums; }
.lines th { text-align: start; font-size: 0.8125rem; font-weight: 600; color: var(--soft); padding: 0.375rem 0.75rem 0.375rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.lines td { height: 2.75rem; padding: 0 0.75rem 0 0; border-bottom: 1px solid var(--line); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; overflow-wrap: normal; }
.lines td:last-child, .lines th:last-child { padding-inline-end: 0; }
.lines tbody tr { position: relative; }
.lines tbody tr:hover { background: var(--raised); }
.lines tbody tr:last-child td { border-bottom: 0; }
.lines a[data-row]::after { content: ""; position: absolute; inset: 0; }
.lines a[data-row]:focus-visible { outline: none; }
.lines tr:focus-within { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 4px; }
.lines th.money, .lines td.money { text-align: end; font-weight: 600; width: 7.5rem; overflow: visible; }
.lines.mixed th.money { width: 11rem; }
.lines .utc { display: none; }
.payments .state { width: 12.25rem; } .payments td.state { white-space: normal; line-height: 1.3; } .lines .badge { line-height: 1.3; } .payments .method { width: 9rem; } .payments .created { width: 11.5rem; }
.deliveries .state { width: 9.5rem; } .deliveries .status { width: 9rem; } .deliveries .response { width: 11.5rem; } .deliveries .tries { width: 5.5rem; } .deliveries .created { width: 12.5rem; }
.deliveries th.created, .deliveries td.created { padding-inline-end: 0; }
.receipts .state { width: 9.5rem; } .receipts .by { width: 12.5rem; } .receipts .arrived { width: 7.5rem; }
dl.headers { grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: 0.25rem 1rem; }
.filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 11rem), 1fr)); gap: 0.5rem 0.75rem; }
.filters .field { margin: 0; }
.chart { display: block; width: 100%; height: auto; overflow: visible; }
.chart text { fill: var(--soft); font: 0.6875rem system-ui, sans-serif; }
.chart .axis { stroke: var(--line); }
.fill-1 { fill: var(--chart-1); } .fill-2 { fill: var(--chart-2); } .fill-3 { fill: var(--chart-3); } .fill-4 { fill: var(--chart-4); }
.chart .track, .track { fill: var(--line); }
.chart.bar { height: 0.5rem; margin-top: 0.25rem; min-width: 5rem; }
.suggestions li { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; padding: 0.625rem 0; border-bottom: 1px solid var(--line); }
.suggestions li:last-child { border-bottom: 0; }
.decisions { align-items: start; gap: 0.5rem 1.25rem; }
.decisions details[open] { flex-basis: 100%; }
.decisions .field { margin-bottom: 0.75rem; }
.split { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); gap: 0 0.75rem; }
.progress { color: var(--soft); font-size: 0.875rem; }
progress { display: block; width: 100%; height: 0.75rem; accent-color: var(--accent); }
input[type=file]::file-selector-button { font: inherit; font-weight: 600; margin-inline-end: 0.75rem; padding: 0.25rem 0.75rem; border: 1px solid var(--control); border-radius: 6px; background: var(--raised); color: var(--text); }
ul.plain { list-style: none; margin: 0.5rem 0 0; padding: 0; }
.plain li { padding: 0.25rem 0; }
.plain .clamp { -webkit-line-clamp: 1; }
.plain.marked li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.125rem 0.75rem; }
.cards.paid { grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
.charts .chart text { font-size: 1.25rem; }
.cards.three { grid-template-columns: repeat(3, minmax(0, 1fr)); }
.legend { display: flex; flex-wrap: wrap; gap: 0.375rem 1.25rem; list-style: none; padding: 0; margin: 0.75rem 0 0; font-size: 0.875rem; }
.legend svg { width: 0.75rem; height: 0.75rem; margin-inline-end: 0.375rem; vertical-align: -0.05em; }

@media (max-width: 64rem) {
  .inside { grid-template: "top" auto "ribbon" auto "side" auto "main" 1fr / minmax(0, 1fr); }
  .ribbon { padding: 0.375rem 1rem; }
  .top { padding: 0.5rem 1rem; flex-wrap: wrap; gap: 0.25rem 0.75rem; }
  .who { margin-inline-start: auto; }
  .mode-form + .who { margin-inline-start: 0; }
  .who .badge { display: none; }
  .side { position: relative; display: flex; gap: 0.75rem; align-items: center; padding: 0.375rem 1rem; border: 0; border-bottom: 1px solid var(--line); background: var(--card); min-width: 0; overflow-x: auto; scrollbar-width: none; }
  /* It would lie over the entries and take their clicks. */
  .side::-webkit-scrollbar { display: none; }
  .side > p { flex: none; margin: 0; padding: 0; }
  .side-title { max-width: 9rem; -webkit-line-clamp: 1; }
  .side-title:not(:has(~ .side-title), .side-title ~ .side-title) { display: none; }
  .side ul { display: flex; gap: 0.25rem; margin: 0 -0.375rem; }
  .side li a { white-space: nowrap; padding: 0.25rem 0.625rem; }
  .here { position: sticky; inset-inline: -0.5rem; background: var(--card); box-shadow: 0 0 0 0.25rem var(--card); }
  .side:has(:focus-visible) .here { position: static; }
  main { padding: 1.25rem 1rem 3rem; }
}
@media (min-width: 52.01rem) { .data .confirm-body { min-width: 12rem; } .data .moment time, .data .one-line, .data .confirm summary { white-space: nowrap; } .one-line wbr { display: none; } }
@media (min-width: 76rem) { .payments .state { width: 13.75rem; } .two.uneven { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } }
@media (min-width: 64rem) { .chart text { font-size: 0.5rem; } .charts .chart text { font-size: 1rem; } }
@media (max-width: 76rem) {
  .payments .method, .deliveries .tries { display: none; }
  .deliveries .response { width: 8rem; }
}
@media (max-width: 52rem) { .payments .customer, .deliveries .response, .receipts .by { display: none; } }
@media (max-width: 44rem) {
  .card { padding: 1rem; }
  .data td.text, .data td.number { column-gap: 0.5rem; }
  .data code.word { font-size: 0.75rem; }
  .side li a { font-size: 0.875rem; }
  .who-name, .top:has(.mode-form) .brand-name { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .brand { min-width: 1.5rem; min-height: 1.5rem; }
  .lines thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.lines, .lines tbody { display: block; }
  .lines tr { display: grid; grid-template-columns: minmax(min-content, 1fr) fit-content(70%); gap: 0.125rem 0.75rem; padding: 0.625rem 0; border-bottom: 1px solid var(--line); }
  .lines tbody tr:last-child { border-bottom: 0; }
  .lines td { display: block; height: auto; padding: 0; border: 0; }
  .lines th.money, .lines td.money { text-align: start; width: auto; }
  .filters { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .payments .state, .payments .created { width: auto; text-align: end; }
  .payments td.state { max-width: 12rem; justify-self: end; padding-block: 0; }
  .lines td.order { contain: inline-size; }
  .receipts .state, .receipts .arrived { width: auto; text-align: end; }
  .payments td.customer, .payments td.method, .receipts td.by, .receipts td.why, .deliveries td.response, .deliveries td.tries { display: none; }
  .deliveries .status, .deliveries .created { width: auto; text-align: end; }
  .deliveries .state { width: auto; }
  .cards.three { gap: 0.5rem; }
  .cards.three .card { padding: 0.75rem; }
  .cards.three .figure { font-size: 1.25rem; }
  .cards.one-currency { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .cards.one-currency .card:first-child { grid-column: 1 / -1; }
  .cards.one-currency .card:first-child .figure { font-size: 1.75rem; }
  .chart text, .charts .chart text { font-size: 1.25rem; }
  dl.facts { grid-template-columns: minmax(0, 1fr); gap: 0.125rem; }
  dl.facts dd { margin-bottom: 0.625rem; }
  dl.facts.headers { grid-template-columns: minmax(0, 8.5rem) minmax(0, 1fr); gap: 0.25rem 0.75rem; }
  dl.facts.headers dd { margin: 0; }
}
@media (max-width: 22rem) {
  dl.facts.headers, .cards.one-currency, .cards.three { grid-template-columns: minmax(0, 1fr); }
  .brand, .who a, .who button, .tabs a, .nowrap, .utc, .badge, .data code.whole { white-space: normal; overflow-wrap: anywhere; }
  .lines tr, .filters { grid-template-columns: minmax(0, 1fr); }
  .lines thead, .lines th { display: block; }
  .lines td, .payments td.state, .payments td.created, .deliveries td.created, .receipts td.arrived { width: auto; white-space: normal; overflow-wrap: anywhere; text-align: start; }
  .chart.bar { min-width: 0; }
  .top { padding-inline: min(1rem, 4vw); }
  .side { padding-inline: min(1rem, 4vw); }
  .who { gap: 0.5rem; }
  .mode-switch button { padding: 0 0.5rem; }
  main { padding-inline: min(1rem, 4vw); }
  .card { padding: min(1.25rem, 5vw); }
  .data td.text, .data td.number { grid-template-columns: minmax(0, 1fr); gap: 0; overflow-wrap: anywhere; }
  .figure, .amount { font-size: min(1.75rem, 11vw); overflow-wrap: anywhere; }
  h1 { font-size: min(1.5rem, 9vw); }
  input[type=file], input[type=date] { max-width: 100%; min-width: 0; }
  input[type=date] { font-size: min(1em, 4.5vw); padding-inline: 0.25rem; }
  .row .field { flex-basis: 100%; }
  .segments { flex-wrap: wrap; }
}
@media (max-width: 15rem) { .here { position: static; } }
@media (hover: none) { .shortcuts { display: none; } }
@media (prefers-reduced-motion: no-preference) { .side a, button { transition: background-color 0.12s, filter 0.12s; } }
@media print { .top, .side, form { display: none; } }
`;
