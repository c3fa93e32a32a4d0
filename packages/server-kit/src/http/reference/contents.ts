// The contents of the reference: beside the text on wide screens, folded above it on narrow ones; and the search field.
import { type Html, html } from "../html.js";
import { type ApiDocument, listOf, nodeOf, operationsOfTag, textOf } from "./document.js";

export interface Tag {
  name: string;
  title: string;
  about: string | undefined;
}

export function tagsOf({ root }: ApiDocument): Tag[] {
  return listOf(root.tags)
    .map(nodeOf)
    .map(({ name, description }) => {
      const word = textOf(name) ?? "";
      return { name: word, title: word.charAt(0).toUpperCase() + word.slice(1), about: textOf(description) };
    });
}

/**
 * The list is rendered twice and one copy is hidden: not every browser lets a stylesheet unfold a folded list. The single-key shortcut can
 * be switched off (WCAG 2.1.4).
 */
export function renderSide(document: ApiDocument): Html {
  const list = renderList(document);
  return html`<header class="side"><p class="side-title">API reference</p>
<form class="search" role="search" hidden><label class="sr" for="search">Search the reference</label><input type="search" id="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"><kbd aria-hidden="true">/</kbd><p role="status"></p><ul></ul></form>
<nav class="contents" aria-label="Contents">${list}</nav>
<p class="keys" hidden><label><input type="checkbox" checked> <kbd>/</kbd> opens the search</label></p>
<details class="fold"><summary>Contents</summary><nav aria-label="Contents, folded">${list}</nav></details></header>`;
}

function renderList(document: ApiDocument): Html {
  return html`<ul>
<li><a href="#authentication">Authentication</a></li>
${tagsOf(document).map(
  ({ name, title }) =>
    html`<li><a href="#tag-${name}">${title}</a><ul>${operationsOfTag(document, name).map(({ id, node }) => html`<li><a href="#${id}">${textOf(node.summary) ?? id}</a></li>`)}</ul></li>`,
)}
<li><a href="#errors">Errors</a></li><li><a href="#deprecations">Deprecations</a></li><li><a href="#schemas">Schemas</a></li></ul>`;
}
