// The keys of a list. Single keys may be switched off (WCAG 2.1.4); without a script there are none, and no word of them.
import { type Html, html } from "../html.js";

export const shortcutsHint = (
  hasSearch: boolean,
): Html => html`<p class="hint shortcuts" hidden data-shortcuts><span>${hasSearch && html`<kbd>/</kbd> search, `}<kbd>j</kbd> and <kbd>k</kbd> down and up, <kbd>Enter</kbd> opens.</span>
<label class="check"><input type="checkbox" checked> Use these keys</label></p>`;
