// The stylesheet shared by the pages for merchants and developers: light and dark colours, text, cards, badges, tables.

export const baseStyle = `
:root {
  color-scheme: light dark;
  --page: #f3f5f8; --card: #ffffff; --raised: #f8fafc; --line: #d9dfe7; --control: #7a8797;
  --text: #131a24; --soft: #4d5a6b; --accent: #1d4ed8; --on-accent: #ffffff; --accent-soft: #e8eefc;
  --good: #0f6b3a; --good-soft: #e0f4e8; --warn: #855000; --warn-soft: #fdf0d5; --bad: #b42318; --bad-soft: #fde8e6;
  --info: #1f4f9c; --info-soft: #e5eefb; --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 1px 3px rgb(16 24 40 / 8%);
  --chart-1: #1d4ed8; --chart-2: #12864a; --chart-3: #c2410c; --chart-4: #94a3b8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f151d; --card: #18212c; --raised: #1e2937; --line: #2e3b4b; --control: #8393a7;
    --text: #e8edf4; --soft: #a9b6c6; --accent: #8fb4ff; --on-accent: #0b1220; --accent-soft: #22314d;
    --good: #6fdc9d; --good-soft: #15352a; --warn: #f5c264; --warn-soft: #3a2d12; --bad: #ff9c93; --bad-soft: #42201f;
    --info: #9cc2ff; --info-soft: #1c2f4d; --shadow: none;
    --chart-1: #8fb4ff; --chart-2: #4cc585; --chart-3: #f59a63; --chart-4: #64748b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; margin: 0; letter-spacing: -0.01em; text-wrap: balance; }
h1 { font-size: 1.5rem; margin-bottom: 1.25rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
h2 { font-size: 1.0625rem; }
h3 { font-size: 0.9375rem; }
p { margin: 0 0 0.75rem; }
p:last-child { margin-bottom: 0; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code, pre { font: 0.9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
pre { margin: 0; padding: 0.75rem; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; white-space: pre-wrap; max-height: 22rem; overflow: auto; }
abbr { text-decoration: none; color: var(--soft); font-size: 0.85em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
:where(:focus-visible) { border-radius: 4px; }
main:focus, [role=alert]:focus { outline: none; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: 1rem; top: -4rem; background: var(--card); padding: 0.5rem 1rem; z-index: 2; }
.skip:focus { top: 0.5rem; }
.spaced { margin-top: 1rem; }
.two.spaced { row-gap: 1.25rem; }
.filter { margin-bottom: 1rem; }
.hint { color: var(--soft); font-size: 0.875rem; }
.nowrap { white-space: nowrap; }
.utc { color: var(--soft); font-size: 0.8125rem; white-space: nowrap; }
.data .utc { display: block; }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); padding: 1.25rem; margin-bottom: 1.25rem; }
.card > h2 { margin-bottom: 0.75rem; }
.card > h2 + .hint { margin-top: -0.5rem; }
.facts + .hint { margin-top: 0.75rem; }
.card > .data, .card > .empty { margin-top: 0.25rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 1.25rem; margin-bottom: 1.25rem; }
.cards .card { margin: 0; }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 1.25rem; align-items: start; }
.figure { font-size: 1.75rem; font-weight: 650; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; line-height: 1.2; }
.head { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; margin-bottom: 0.75rem; }
.head h2, .head h3 { margin: 0; }
.row { display: flex; flex-wrap: wrap; gap: 0.5rem 0.75rem; align-items: center; }
.row.end { align-items: end; }

.badge { display: inline-block; padding: 0.0625rem 0.5rem; border-radius: 999px; font-size: 0.8125rem; font-weight: 550; white-space: nowrap; background: var(--raised); color: var(--soft); border: 1px solid var(--line); }
.badge.good { background: var(--good-soft); color: var(--good); border-color: transparent; }
.badge.warn { background: var(--warn-soft); color: var(--warn); border-color: transparent; }
.badge.bad { background: var(--bad-soft); color: var(--bad); border-color: transparent; }
.badge.info { background: var(--info-soft); color: var(--info); border-color: transparent; }
.badge.mode { border-radius: 5px; text-transform: uppercase; letter-spacing: 0.04em; font-size: 0.6875rem; font-weight: 700; }
.badge.mode.test { background: var(--warn-soft); color: var(--warn); border: 1px dashed currentcolor; }
.badge.mode.live { background: var(--good-soft); color: var(--good); border: 1px solid transparent; }
table.data { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.data th { text-align: start; font-size: 0.8125rem; font-weight: 600; color: var(--soft); padding: 0.375rem 1.25rem 0.375rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
.data td { padding: 0.625rem 1.25rem 0.625rem 0; border-bottom: 1px solid var(--line); vertical-align: top; min-width: 0; }
.data tbody tr:last-child td { border-bottom: 0; }
.data th.number, .data td.number { text-align: end; white-space: nowrap; }
.data td { overflow-wrap: break-word; }
.data bdi, .data code, .clamp { overflow-wrap: anywhere; }
.data code.whole { overflow-wrap: normal; white-space: nowrap; }
.data td:last-child, .data th:last-child { padding-inline-end: 0; }
.data .moment { display: inline-block; vertical-align: top; }
.clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
@media (max-width: 44rem) {
  table.data, .data tbody, .data tr, .data td { display: block; }
  .data thead, .data th { display: block; }
  .data thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .data tr { border-bottom: 1px solid var(--line); padding: 0.625rem 0; }
  .data tbody tr:last-child { border-bottom: 0; }
  .data td.text, .data td.number { border: 0; padding: 0.1875rem 0; text-align: start; display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: 0.75rem; white-space: normal; overflow-wrap: anywhere; }
  .data td::before { content: attr(data-label); color: var(--soft); font-size: 0.8125rem; }
  .data td:empty { display: none; }
  .card > table:first-child { margin-top: -0.5rem; }
  .card > table:last-child { margin-bottom: -0.5rem; }
}
`;
