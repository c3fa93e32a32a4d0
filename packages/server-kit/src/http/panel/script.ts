// The panel's script: copy buttons, protection against double submits, keyboard shortcuts in lists, and reloads of pages that change.
// Everything else works without it.

export const panelScript = `"use strict";
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  const words = button.firstChild;
  const label = words.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      words.textContent = "Copied";
    } catch {
      words.textContent = "Not copied";
    }
    setTimeout(() => { words.textContent = label; }, 2000);
  });
}
for (const form of document.querySelectorAll("form[method=post]:not([data-download])")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
    for (const progress of form.querySelectorAll("[data-progress]")) {
      progress.hidden = false;
      progress.textContent = progress.dataset.progress;
    }
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
  });
}
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});
for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
// On a phone the entries are one line that scrolls: it begins with the entry before the current one.
const before = document.querySelector(".here")?.previousElementSibling;
if (before) before.closest(".side").scrollLeft = before.offsetLeft - 16;
document.querySelector(".side")?.addEventListener("focusin", ({ target }) => target.scrollIntoView({ block: "nearest", inline: "nearest" }));
const rows = [...document.querySelectorAll("a[data-row]")];
const hint = document.querySelector("[data-shortcuts]");
if (hint) {
  const box = hint.querySelector("input");
  hint.hidden = false;
  box.checked = localStorage.getItem("shortcuts") !== "off";
  box.addEventListener("change", () => localStorage.setItem("shortcuts", box.checked ? "on" : "off"));
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input:not([type=checkbox]), select, textarea");
    if (!box.checked || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      document.querySelector("input[type=search]")?.focus();
    }
    const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
    if (step === 0 || rows.length === 0) return;
    const at = rows.indexOf(document.activeElement);
    const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step));
    rows[next].focus();
  });
}
let reloadChecks = 0;
// As sent: the times are rewritten below.
const shownText = document.querySelector("[data-live]")?.textContent;
const checkAgain = () => setTimeout(async () => {
  reloadChecks += 1;
  const live = document.querySelector("[data-live]");
  if (!live || reloadChecks > 40) return;
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
    const main = document.querySelector("main");
    const text = fresh.querySelector("[data-live]")?.textContent;
    const hasChanged = fresh.querySelector("main") && text !== shownText;
    if (response.ok && hasChanged && !main.contains(document.activeElement.closest("input, select, textarea"))) location.reload();
    else checkAgain();
  } catch {
    checkAgain();
  }
}, reloadChecks === 0 ? 1000 : 3000);
if (document.querySelector("[data-live]")) checkAgain();
const problem = document.querySelector("[role=alert]");
if (problem) { problem.tabIndex = -1; problem.focus(); }
`;
