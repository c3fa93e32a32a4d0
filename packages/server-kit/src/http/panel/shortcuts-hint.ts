// The hint about a list's keyboard shortcuts. Single-key shortcuts can be switched off (WCAG 2.1.4); without a script they do not exist,
// and the hint stays hidden.
import { type Html, html } from "../html.js";

export const shortcutsHint = (
  hasSearch: boolean,
): Html => html`<p class="hint shortcuts" hidden data-shortcuts><span>${hasSearch && html`<kbd>/</kbd> search, `}<kbd>j</kbd> and <kbd>k</kbd> down and up, <kbd>Enter</kbd> opens.</span>
<label class="check"><input type="checkbox" checked> Use these keys</label></p>`;
