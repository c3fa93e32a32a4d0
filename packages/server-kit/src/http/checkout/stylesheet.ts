// The stylesheet of the checkout pages: mobile first, light and dark, logical properties only, so that right-to-left languages need no
// second one.
import type { AccentColours, ResolvedTheme } from "./theme.js";

export function checkoutStyle({ light, dark }: ResolvedTheme): string {
  return `:root{color-scheme:light dark;--back:#f3f5f8;--card:#fff;--ink:#16202c;--muted:#515d6b;--line:#dbe1e9;--field:#76828f;--good:#0b6e3b;--good-back:#e3f5ea;--bad:#b3261e;--bad-back:#fdecea;--warn:#694200;--warn-back:#fff3d1;${accent(light)}}
@media (prefers-color-scheme:dark){:root{--back:#0f151d;--card:#18212c;--ink:#e9eef4;--muted:#a9b5c3;--line:#2e3a48;--field:#7d8b9b;--good:#6fdc9c;--good-back:#12301f;--bad:#ffa79d;--bad-back:#3a1816;--warn:#ffdc8f;--warn-back:#33270b;${accent(dark)}}}
${rules}`;
}

function accent({ accent: button, onAccent, link }: AccentColours): string {
  return `--accent:${button};--on-accent:${onAccent};--link:${link}`;
}

const rules = `*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--back);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,Cantarell,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.375rem;line-height:1.25;margin-block:0 .5rem;text-wrap:balance}
h2{font-size:1rem;margin-block:1.5rem .5rem}
p{margin-block:0 1rem}
a{color:var(--link);text-underline-offset:.18em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
:where(:focus-visible){border-radius:4px}
main:focus{outline:none}
main>:last-child{margin-block-end:0}
.visually-hidden{position:absolute!important;inline-size:1px;block-size:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap;border:0}
.skip{position:absolute;inset-inline-start:1rem;inset-block-start:-6rem;background:var(--card);padding:.75rem 1rem;border-radius:.5rem;z-index:1}
.skip:focus{inset-block-start:.5rem}
.test-mode{margin:0;padding:.5rem 1rem;background:var(--warn-back);color:var(--warn);text-align:center;font-size:.875rem;border-block-end:1px solid var(--line)}
.page,.shop{max-inline-size:30rem;margin-inline:auto;padding-inline:1rem}
.page{padding-block-end:2rem}
.page.alone{padding-block-start:min(12vh,6rem)}
.shop{display:flex;align-items:center;gap:.75rem;padding-block:1.25rem 1rem}
.shop-mark{flex:none;inline-size:2.75rem;block-size:2.75rem;border-radius:.75rem;border:1px solid var(--line);background:var(--card);display:grid;place-items:center;font-weight:650;font-size:1.125rem;overflow:hidden}
.shop-mark>*{grid-area:1/1}.shop-mark img{max-inline-size:100%;max-block-size:100%;background:var(--card)}
.shop-name{margin:0;font-weight:600;line-height:1.3;min-inline-size:0;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
.tag{display:inline-block;margin-inline-start:.25rem;padding:.0625rem .5rem;border-radius:1rem;background:var(--warn-back);color:var(--warn);border:1px solid currentColor;font-size:.8125rem;white-space:nowrap}
.columns{display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
.summary,main{background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:1.25rem;min-inline-size:0}
.due{font-size:clamp(1.25rem,11vw,2.75rem);line-height:1.1;font-weight:700;letter-spacing:-.02em;margin:0 0 .75rem;font-variant-numeric:tabular-nums}
.due.long{font-size:clamp(1.125rem,8vw,2rem)}.due.longest{font-size:clamp(1rem,5.6vw,1.5rem);letter-spacing:0}
.money{font-variant-numeric:tabular-nums;white-space:nowrap}
dl{margin:0}dt{color:var(--muted);font-size:.875rem}dd{margin:0}
.summary dl{display:grid;gap:.25rem;font-size:.9375rem}
.summary dl div{display:grid;grid-template-columns:fit-content(50%) minmax(0,1fr);gap:.5rem}
.summary dd{text-align:end}
.summary dt{font-size:inherit}
.summary dd,.receipt dd{text-wrap:balance}
.flow{display:flex;align-items:center;gap:.5rem;margin:.875rem 0 0;padding-block-start:.875rem;border-block-start:1px solid var(--line);font-size:.9375rem;color:var(--muted)}
.dot{flex:none;inline-size:.625rem;block-size:.625rem;border-radius:50%;background:var(--field)}
.flow-scanning .dot,.flow-transferring .dot,.flow-confirming .dot{background:var(--link)}
.flow-completed{color:var(--good)}.flow-completed .dot{background:var(--good)}
.flow-ended .dot{background:var(--muted)}
.flow-failed{color:var(--bad)}.flow-failed .dot{background:var(--bad)}
.tiles{border:0;margin:1rem 0;padding:0;display:grid;gap:.625rem;min-inline-size:0}
.tile{display:grid;grid-template-columns:auto auto minmax(0,1fr);align-items:center;gap:.875rem;padding:.875rem 1rem;border:1px solid var(--field);border-radius:.75rem;cursor:pointer;min-block-size:4rem}
.tile:hover{border-color:var(--link)}
.tile:has(:checked){border-color:var(--link);box-shadow:inset 0 0 0 1px var(--link)}
.tile:focus-within{outline:3px solid var(--link);outline-offset:2px}
.tile input{inline-size:1.25rem;block-size:1.25rem;margin:0;accent-color:var(--link)}
.tile input:focus-visible{outline:none}
.tile-icon{display:grid;color:var(--link)}
.tile-text{hyphens:auto}
.tile-name{display:block;font-weight:600;line-height:1.3}
.tile-hint{display:block;color:var(--muted);font-size:.875rem;line-height:1.4}
.button{display:block;inline-size:100%;min-block-size:3rem;padding:calc(1.5rem - .65em - 1px) 1rem;border:1px solid transparent;border-radius:.75rem;font:inherit;font-weight:600;line-height:1.3;text-align:center;text-wrap:balance;text-decoration:none;cursor:pointer}
.primary{background:var(--accent);color:var(--on-accent)}
.primary:hover{filter:brightness(1.08)}
.secondary,.quiet{background:var(--card);color:var(--ink);border-color:var(--field)}
.secondary:hover,.quiet:hover{border-color:var(--link)}
.danger.button{background:var(--card);color:var(--bad);border-color:var(--bad)}
.one-button{margin-block:.75rem}
html:not(.js) .js-only,html:not(.can-share) .share-only{display:none}
.actions{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;margin-block:1rem 0;justify-content:center;text-align:center}
.actions>a:not(.button),.link-like{padding-block:.375rem}
.actions .button{flex:1 1 9rem;inline-size:auto}
.link-like{border:0;background:none;color:var(--link);font:inherit;text-decoration:underline;text-underline-offset:.18em;cursor:pointer;padding-inline:0}
.quiet-text,.hint{color:var(--muted);font-size:.875rem;margin-block:.5rem}
.notice{border-radius:.75rem;padding:.75rem 1rem;margin-block:.75rem;background:var(--back)}
.notice p:last-child,.notice ul:last-child{margin:0}
.notice ul{padding-inline-start:1.25rem}
.notice.warning{background:var(--warn-back);color:var(--warn)}
.notice.danger{background:var(--bad-back);color:var(--bad)}
.notice.danger a{color:inherit}
.description{font-weight:600;margin-block-end:.75rem}
.items{margin-block:0 .75rem}.items ul{list-style:none;margin:0;padding:0;display:grid;gap:.25rem;font-size:.9375rem}
.items li{display:flex;justify-content:space-between;gap:.75rem}.items li>:first-child{min-inline-size:0}
.receipt{border-block:1px solid var(--line);margin-block:1rem;padding-block:.75rem;display:grid;gap:.5rem}
.receipt div{display:grid;grid-template-columns:minmax(7rem,auto) minmax(0,1fr);gap:.25rem 1rem}.receipt dd{text-align:end;font-weight:600}.receipt dt{font-size:.9375rem}.receipt .code{font-size:.8125rem}
.code-side,.details-side{min-inline-size:0}.details-side h2{margin-block-start:0}
.code-switch{inline-size:1.25rem;block-size:1.25rem;margin:0 .5rem 0 0;vertical-align:middle;accent-color:var(--link)}.code-switch+label{padding-block:.5rem;color:var(--link);cursor:pointer}
.trust{color:var(--muted);font-size:.875rem;padding-inline:.25rem}.trust details{margin-block:.25rem}.about p{margin-block:.5rem}
.qr{margin:1rem 0;display:grid;place-items:center}
.qr svg{display:block;inline-size:min(16.5rem,100%);block-size:auto;aspect-ratio:1;border-radius:.75rem;border:1px solid var(--line)}
.details{border:1px solid var(--line);border-radius:.75rem;overflow:hidden}
.details>div{padding:.625rem 1rem}
.details>div+div{border-block-start:1px solid var(--line)}
.details dd{display:flex;align-items:center;justify-content:space-between;gap:.75rem;min-block-size:2rem}
.details .value{font-weight:600;min-inline-size:0;font-variant-numeric:tabular-nums}
.iban{direction:ltr;unicode-bidi:isolate}.iban span{white-space:nowrap}
.copy{flex:none;min-inline-size:5rem;min-block-size:2.25rem;padding:.25rem .75rem;border:1px solid var(--field);border-radius:.5rem;background:var(--card);color:var(--link);font:inherit;font-size:.875rem;font-weight:600;cursor:pointer;visibility:hidden}
.js .copy{visibility:visible}
.copy.done{color:var(--good);border-color:var(--good)}
details{margin-block:1rem}
summary{cursor:pointer;color:var(--link);padding-block:.375rem}
.code-text{background:var(--back);border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0;font:.8125rem/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;direction:ltr;text-align:left}
.simulate{margin-block-start:1.5rem;padding:1rem;border:1px dashed var(--warn);border-radius:.75rem;background:var(--warn-back);color:var(--warn)}
.simulate h2{margin-block:0 .25rem}
.simulate p{font-size:.875rem;margin-block-end:.75rem}
.simulate form{display:grid;gap:.5rem}
.state-mark{inline-size:3.5rem;block-size:3.5rem;border-radius:50%;display:grid;place-items:center;margin-block-end:1rem;background:var(--back);color:var(--muted)}
.state-mark.success{background:var(--good-back);color:var(--good)}
.state-mark.danger{background:var(--bad-back);color:var(--bad)}
.state-mark.waiting{background:none;border:4px solid var(--line);border-block-start-color:var(--link);animation:turn 1.1s linear infinite}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){.state-mark.waiting{animation-duration:6s}}
.fields{display:grid;gap:1rem;margin-block-start:1rem}
.field label{font-weight:600;display:block}
.field input,.field select{inline-size:100%;min-block-size:3rem;padding:.5rem .75rem;margin-block-start:.25rem;border:1px solid var(--field);border-radius:.625rem;background:var(--card);color:var(--ink);font:inherit}
.field [aria-invalid]{border-color:var(--bad);box-shadow:inset 0 0 0 1px var(--bad)}
.field .hint,.field .field-error{margin:.125rem 0 0;font-size:.875rem}
.field-error{color:var(--bad);font-weight:600}
footer{margin-block-start:1.5rem;color:var(--muted);font-size:.875rem;text-align:center}
footer ul{list-style:none;margin:0 0 .75rem;padding:0;display:flex;flex-wrap:wrap;justify-content:center;gap:.125rem 1rem}
footer a{color:inherit;display:inline-block;padding-block:.25rem}
footer a[aria-current]{color:var(--ink);font-weight:650;text-decoration:none}
.secure{display:flex;align-items:center;gap:.375rem;margin:0}.secure svg{flex:none}
.operator{display:flex;align-items:center;justify-content:center;gap:.5rem;margin:0}
.outcomes{list-style:none;margin:1rem 0;padding:0;display:grid;grid-template-columns:1fr 1fr;gap:0 .75rem}
.outcomes li{grid-column:1/-1;display:grid;grid-template-columns:minmax(9.25rem,2fr) minmax(0,3fr);gap:.25rem .75rem;align-items:center;padding:.375rem 0;border-top:1px solid var(--line)}
.outcomes li:nth-child(-n+2){grid-column:auto;display:block;padding:0 0 .75rem;border:0}
.outcomes li:nth-child(n+3) .button{min-block-size:2.25rem;padding:.25rem .5rem;font-size:.875rem}
.outcomes p{margin:0;font-size:.875rem;color:var(--muted)}.outcomes li:nth-child(-n+2) p{margin-block-start:.375rem}
.utc{display:block;font-size:.875rem;color:var(--muted)}.utc[hidden]{display:none}
.outcomes .idle .button{border-style:dashed}
.plain{list-style:none;margin:0;padding:0}
.plain details{margin-block:.25rem}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9375em}.outcomes strong{color:var(--ink)}
@media (max-width:43.99rem){.on-desk{display:none}.code-and-details{display:flex;flex-direction:column-reverse;gap:.75rem}.code-switch:not(:checked)~.qr{display:none}}
@media (min-width:44rem){.on-phone{display:none}.code-and-details{display:grid;grid-template-columns:minmax(0,15rem) minmax(0,1fr);gap:1.5rem;align-items:start}.code-and-details .qr{margin-block-start:0}}
@media (max-width:30rem){.details{border:0;border-block:1px solid var(--line);border-radius:0}.details>div{padding-inline:0}.receipt div{grid-template-columns:minmax(0,1fr);gap:0}.receipt dd{text-align:start}}
@media (max-width:22rem){.summary,main{padding:1rem}.tile{gap:.625rem;padding-inline:.75rem}}
@media (max-width:20rem){.outcomes li:nth-child(n){grid-column:1/-1;grid-template-columns:minmax(0,1fr)}.money,.tag{white-space:normal}.summary,main{padding:min(1.25rem,5vw)}.summary dl div{display:block}.summary dd{text-align:start}.details dd{flex-wrap:wrap}}
@media (min-width:56rem){
.page,.shop{max-inline-size:66rem}
.shop{padding-block:2rem 1.25rem}
.columns:has(.summary){grid-template:auto 1fr/minmax(0,22rem) minmax(0,1fr);gap:1.25rem 1.5rem;align-items:start}
.columns:has(.summary) main{grid-area:1/2/3/3}
.columns:has(.summary) .trust{grid-area:2/1/3/2}
main{padding:2rem}
.outcomes li{display:grid;grid-template-columns:minmax(0,12rem) minmax(0,1fr);gap:.75rem 1rem;align-items:center}
.outcomes p{margin:0}
.columns:not(:has(.summary)){max-inline-size:34rem;margin-inline:auto}
}
@media (forced-colors:active){.tile:has(:checked){outline:3px solid Highlight}.button,.copy{border-color:ButtonText}}
@media print{@page{margin:14mm}html{font-size:10pt}.on-phone,.state-mark,.trust,.operator,.flow,details.items:not([open]){display:none!important}.qr{display:grid!important}.qr svg{inline-size:4.5cm}.items ul{display:block;columns:3;font-size:7pt;line-height:1.3}.items li{break-inside:avoid}.items li>:first-child{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.shop,.page{padding-block:0;max-inline-size:none}.shop{padding-block:.75rem}.summary,main{padding:.75rem 1rem}.due{font-size:1.5rem}.details>div{padding-block:.25rem}.code-and-details{display:grid!important;grid-template-columns:4.5cm 1fr;gap:1rem}body,.page{background:#fff;color:#000}.test-mode{border:1px solid}footer nav,.simulate,form,.actions,.print-hidden,.copy,.skip{display:none!important}.columns{grid-template-columns:1fr!important}.summary,main{border-color:#999;break-inside:avoid;position:static}}
`;
