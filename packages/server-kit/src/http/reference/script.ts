// The reference's script: copy buttons, a search opened with "/", and one language selection for all samples. The page works without it.

export const referenceScript = `"use strict";
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const code = button.parentElement.querySelector("pre").textContent;
    button.textContent = await navigator.clipboard.writeText(code).then(() => "Copied", () => "Not copied");
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  });
}
document.addEventListener("change", ({ target }) => {
  if (target.type !== "radio") return;
  const top = target.getBoundingClientRect().top;
  for (const other of document.querySelectorAll('input[type=radio][value="' + target.value + '"]')) other.checked = true;
  scrollBy(0, target.getBoundingClientRect().top - top);
});
const fold = document.querySelector(".fold");
fold.addEventListener("click", (event) => { if (event.target.closest("a")) fold.open = false; });

const search = document.querySelector(".search");
const field = search.querySelector("input");
const list = search.querySelector("ul");
const status = search.querySelector("[role=status]");
const keys = document.querySelector(".keys");
const hasKeys = keys.querySelector("input");
search.hidden = false;
keys.hidden = false;
const entries = [...document.querySelectorAll("[data-find]")].map((element) => {
  const [title, kind, more = ""] = element.dataset.find.split("|");
  return { id: element.id, title, kind, text: (title + " " + more).toLowerCase() };
});
function find() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  document.body.classList.toggle("searching", words.length > 0);
  const found = words.length === 0 ? [] : entries.filter(({ text }) => words.every((word) => text.includes(word)));
  const rank = ({ kind, title }) =>
    (/ /.test(kind) ? 0 : kind === "section" ? 2 : kind === "schema" ? 4 : 6) + (title.toLowerCase().startsWith(words[0]) ? 0 : 1);
  found.sort((one, other) => rank(one) - rank(other));
  list.replaceChildren(...found.slice(0, 12).map(({ id, title, kind }) => {
    const link = document.createElement("a");
    link.href = "#" + id;
    const small = document.createElement("small");
    small.textContent = kind;
    link.append(title, " ", small);
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  status.textContent = words.length === 0 ? "" : found.length === 0 ? "No results" : found.length + (found.length === 1 ? " result" : " results");
}
function leave() {
  field.value = "";
  find();
}
field.addEventListener("input", find);
search.addEventListener("submit", (event) => {
  event.preventDefault();
  list.querySelector("a")?.click();
});
list.addEventListener("click", (event) => { if (event.target.closest("a")) leave(); });
search.addEventListener("keydown", (event) => {
  const links = [field, ...list.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") { leave(); field.focus(); }
  if (step === undefined) return;
  event.preventDefault();
  links[(links.indexOf(document.activeElement) + step + links.length) % links.length].focus();
});
document.addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && !/^(radio|checkbox)$/.test(event.target.type);
  // Where the stylesheet hides the switch, the key does nothing.
  if (event.key !== "/" || !hasKeys.checked || hasKeys.offsetParent === null || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});
// Shared with the panel's lists. Last, because a browser may deny access to the storage.
hasKeys.checked = localStorage.getItem("shortcuts") !== "off";
hasKeys.addEventListener("change", () => localStorage.setItem("shortcuts", hasKeys.checked ? "on" : "off"));
`;
