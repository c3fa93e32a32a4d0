// The little that needs a script: copy buttons, and sending a form once however often its button is pressed. All else works without.

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
for (const form of document.querySelectorAll("form[method=post]")) {
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
const problem = document.querySelector("[role=alert]");
if (problem) { problem.tabIndex = -1; problem.focus(); }
`;
