// The only script of the checkout pages. Everything works without it; with it, pages follow the payment live and details are copied by a
// button. It is a blocking script in the head, so that what needs it is there at the first paint and nothing shifts afterwards. Plain
// ES2020 as text: it is sent to browsers as written here, without a build step.
import { momentFormat } from "./moment-format.js";

export const checkoutScript = `"use strict";
(() => {
  let stopFollowing = () => {};
  document.documentElement.classList.add("js");
  if (maySharePictures()) document.documentElement.classList.add("can-share");

  function prepare() {
    for (const button of document.querySelectorAll("[data-print]")) button.onclick = () => window.print();
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.onclick = () => copy(button);
    }
    for (const button of document.querySelectorAll("[data-share]")) prepareSharing(button);
    const forward = document.querySelector("[data-forward]");
    // Replaces this entry in the history, so that "back" does not lead into a loop.
    if (forward) location.replace(forward.href);
    for (const image of document.querySelectorAll("[data-logo]")) preferLogo(image);
    for (const time of document.querySelectorAll("[data-moment]")) showLocalTime(time);
    const problem = document.querySelector("[data-focus]");
    if (problem) problem.focus();
    for (const form of document.forms) form.addEventListener("submit", (event) => onceOnly(form, event));
    stopFollowing();
    stopFollowing = follow(document.getElementById("main"));
  }

  /** Ignores a second submit within 8 s. */
  function onceOnly(form, event) {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = "yes";
    setTimeout(() => { delete form.dataset.sent; }, 8000);
  }
  window.addEventListener("pageshow", (event) => {
    for (const form of document.forms) delete form.dataset.sent;
    if (event.persisted && document.getElementById("main").dataset.key) refresh();
  });

  /** The initial behind the shop's logo shows only when the logo cannot be loaded. */
  function preferLogo(image) {
    const isBroken = () => image.complete && image.naturalWidth === 0;
    const choose = () => { image.hidden = isBroken(); image.previousElementSibling.hidden = !isBroken(); };
    image.addEventListener("load", choose);
    image.addEventListener("error", choose);
    choose();
  }

  /** From UTC to the reader's own zone; the exact instant stays in the title. */
  function showLocalTime(time) {
    const at = new Date(time.dateTime);
    time.title = time.textContent;
    time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, ${JSON.stringify(momentFormat)}).format(at);
    const utc = time.nextElementSibling;
    if (utc && utc.matches("[data-utc]")) utc.hidden = utc.textContent === time.textContent;
  }

  async function copy(button) {
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement("textarea");
      field.value = text;
      field.className = "visually-hidden";
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
      button.focus();
    }
    const label = button.firstElementChild;
    const before = button.dataset.label || label.textContent;
    button.dataset.label = before;
    label.textContent = button.dataset.done;
    button.classList.add("done");
    announce(button.dataset.done);
    setTimeout(() => { label.textContent = before; button.classList.remove("done"); }, 2500);
  }

  function maySharePictures() {
    if (!navigator.canShare) return false;
    return navigator.canShare({ files: [new File([""], "code.png", { type: "image/png" })] });
  }

  function prepareSharing(button) {
    button.onclick = async () => {
      try {
        const image = await (await fetch(button.dataset.share)).blob();
        await navigator.share({ files: [new File([image], "payment.png", { type: "image/png" })] });
      } catch {}
    };
  }

  function announce(text) {
    const announcement = document.getElementById("announcement");
    announcement.textContent = "";
    setTimeout(() => { announcement.textContent = text; }, 50);
  }

  /** Keeps the page up to date: by server-sent events while it is visible, by polling otherwise. Returns the function that ends it. */
  function follow(main) {
    const { events, progress, key } = main.dataset;
    if (!key) return () => {};
    let isOver = false;
    const received = (update) => {
      if (isOver || update.key === key) return;
      if (main.dataset.follow === "ended" && update.status !== "completed" && update.status !== "failed") return;
      stop();
      refresh();
    };
    const polling = createPolling(progress, received);
    const stream = createStream(events, {
      isWanted: () => !isOver && !document.hidden,
      received,
      opened: polling.stop,
      unavailable: polling.start,
    });
    const start = () => {
      if (!document.hidden) return stream.open();
      stream.close();
      polling.start();
    };
    const stop = () => {
      isOver = true;
      polling.stop();
      stream.close();
      document.removeEventListener("visibilitychange", change);
      window.removeEventListener("pagehide", stream.close);
    };
    const change = () => {
      start();
      // While a computer sleeps no event arrives.
      if (!document.hidden) polling.ask();
    };
    document.addEventListener("visibilitychange", change);
    // A page that holds a connection or a lock does not go into the browser's cache.
    window.addEventListener("pagehide", stream.close);
    start();
    return stop;
  }

  /** Polls with growing pauses, from start to stop. */
  function createPolling(url, received) {
    let timer;
    let pause = 2000;
    const ask = async () => {
      try {
        const response = await fetch(url, { headers: { accept: "application/json" }, cache: "no-store" });
        if (response.ok) received(await response.json());
      } catch {}
    };
    const askIn = (delayMs) => {
      const current = setTimeout(async () => {
        await ask();
        pause = Math.min(pause * 1.3, 15000);
        if (timer === current) askIn(document.hidden ? 15000 : pause);
      }, delayMs);
      timer = current;
    };
    return {
      ask,
      start() { if (timer === undefined) askIn(1000); },
      stop() { clearTimeout(timer); timer = undefined; },
    };
  }

  /** Receives server-sent events from open to close. Calls unavailable where they cannot be received. */
  function createStream(url, { isWanted, received, opened, unavailable }) {
    let source;
    let release;
    let isOpening = false;
    let hasFailed = false;
    const close = () => {
      if (source) source.close();
      source = undefined;
      if (release) release();
      release = undefined;
    };
    const open = async () => {
      if (source || isOpening || !isWanted()) return;
      isOpening = true;
      release = hasFailed ? undefined : await takeStreamLock();
      isOpening = false;
      if (!isWanted()) return close();
      if (!release) return unavailable();
      source = new EventSource(url);
      source.addEventListener("progress", (event) => received(JSON.parse(event.data)));
      // One failure is enough: some proxies never let events through.
      source.onerror = () => { hasFailed = true; close(); unavailable(); };
      opened();
    };
    return { open, close };
  }

  /** A browser has six connections for one host, and each tab's stream would hold one: two tabs receive events, the others poll. */
  async function takeStreamLock() {
    if (!window.EventSource || !navigator.locks) return undefined;
    return (await takeLock("payment-progress-1")) || takeLock("payment-progress-2");
  }

  /** The function that releases the lock; undefined when another tab holds it. */
  function takeLock(name) {
    return new Promise((resolve) => {
      navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve();
        return new Promise((release) => resolve(release));
      }).catch(() => resolve());
    });
  }

  /** Replaces the content with that of the new page, without a reload, and announces it to screen readers. */
  async function refresh(pause = 3000) {
    let response;
    let text;
    try {
      response = await fetch(location.href, { headers: { accept: "text/html" }, cache: "no-store" });
      if (response.status < 500 && response.status !== 429) text = await response.text();
    } catch {}
    if (text === undefined) {
      // Offline, or the service is unavailable: the page stays, because an error page would end the updates.
      setTimeout(refresh, pause, Math.min(pause * 1.3, 15000));
      return;
    }
    try {
      const next = new DOMParser().parseFromString(text, "text/html");
      const columns = next.querySelector(".columns");
      if (!columns) throw new Error("no page");
      document.querySelector(".columns").replaceWith(document.importNode(columns, true));
      document.title = next.title;
      if (response.url && response.url !== location.href) history.replaceState(null, "", response.url);
      prepare();
      const main = document.getElementById("main");
      main.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
      announce(main.querySelector("h1").textContent);
    } catch {
      location.reload();
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", prepare);
  else prepare();
})();
`;
