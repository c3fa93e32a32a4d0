// A real WebKit for tests: WebKitGTK's own driver, driven by the few WebDriver commands that a test needs.
// Written by hand because the clients on npm ask for a newer Node.js than we support.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { freePort } from "../free-port.js";

/** Path of WebKitWebDriver; undefined when it is not installed, or when WEBKIT_DRIVER_PATH is empty. */
export const webkitDriver = [process.env.WEBKIT_DRIVER_PATH ?? "/usr/bin/WebKitWebDriver"].find(
  (path) => path !== "" && existsSync(path),
);

export interface WebkitPage {
  goto(url: string): Promise<void>;
  /** Waits for a main heading with exactly these words. */
  see(heading: string): Promise<void>;
  /** Waits for an element by XPath and clicks it. What follows is for `see` to wait for. */
  click(xpath: string): Promise<void>;
  /** Types into the element, as keys. */
  type(xpath: string, keys: string): Promise<void>;
  /** Text of the element, waited for. */
  text(xpath: string): Promise<string>;
  /** What the function body returns in the page. */
  evaluate(body: string): Promise<unknown>;
  source(): Promise<string>;
  url(): Promise<string>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Saves a screenshot in the folder SCREENSHOT_FOLDER, when that is set. */
  picture(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface Webkit {
  /** A browser of its own, without cookies or history, as wide as a phone. The driver keeps one at a time. */
  open(settings?: { javaScript?: boolean }): Promise<WebkitPage>;
  stop(): void;
}

const screen = { width: 390, height: 844 };
/** XPath of a button or link, by its text. */
export const pressable = (text: string) =>
  `//*[self::a or self::button or self::label or self::summary][contains(normalize-space(.), "${text}")]`;

export async function launchWebkit(): Promise<Webkit> {
  if (webkitDriver === undefined) throw new Error("There is no WebKitWebDriver here.");
  const display = await startDisplay();
  const port = await freePort();
  // The browser's own output (no D-Bus, no GPU) is not helpful in a test report.
  const driver = spawn(webkitDriver, [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: { ...process.env, ...display.env, GDK_BACKEND: "x11", WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
  });
  const base = `http://127.0.0.1:${port}`;
  await untilUp(driver, base);
  return {
    async open({ javaScript = true } = {}) {
      // MiniBrowser's toolbar makes its window wider than a phone; full screen has none.
      const args = ["--automation", "--full-screen", `--enable-javascript=${javaScript}`];
      // A click that waited for the next page would hang when that page redirects immediately.
      const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { args }, pageLoadStrategy: "none" } };
      const session = await command(base, "POST", "/session", { capabilities }, startMs);
      const { sessionId } = session as { sessionId: string };
      const page = createPage(`${base}/session/${sessionId}`);
      await command(`${base}/session/${sessionId}`, "POST", "/timeouts", { pageLoad: 30_000, script: scriptMs });
      await command(`${base}/session/${sessionId}`, "POST", "/window/rect", { x: 0, y: 0, ...screen });
      return page;
    },
    stop() {
      driver.kill();
      display.stop();
    },
  };
}

function createPage(session: string): WebkitPage {
  const send = (method: string, path: string, body?: object, deadlineMs?: number) =>
    command(session, method, path, body, deadlineMs);
  /** Acts on the element once it exists. Polls by itself, because the driver's wait fails when the page is replaced. */
  const on = async (xpath: string, method: string, action?: string, body?: object): Promise<unknown> => {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      try {
        // What the protocol returns, one pair of its fixed key and the element's id.
        const found = (await send("POST", "/element", { using: "xpath", value: xpath }, lookUpMs)) as Record<
          string,
          string
        >;
        return action && (await send(method, `/element/${Object.values(found)[0]}/${action}`, body));
      } catch (error) {
        if (!(error instanceof WebDriverError && passing.has(error.code)) || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  return {
    goto: async (url) => void (await send("POST", "/url", { url })),
    see: async (heading) => void (await on(`//h1[normalize-space(.)="${heading}"]`, "GET")),
    click: async (xpath) => void (await on(xpath, "POST", "click")),
    type: async (xpath, text) => void (await on(xpath, "POST", "value", { text })),
    text: async (xpath) => String(await on(xpath, "GET", "text")),
    evaluate: (body) => send("POST", "/execute/sync", { script: body, args: [] }),
    source: async () => String(await send("GET", "/source")),
    url: async () => String(await send("GET", "/url")),
    back: async () => void (await send("POST", "/back")),
    reload: async () => void (await send("POST", "/refresh")),
    async picture(name) {
      const folder = process.env.SCREENSHOT_FOLDER;
      if (!folder) return;
      await writeFile(`${folder}/webkit-${name}.png`, Buffer.from(String(await send("GET", "/screenshot")), "base64"));
    },
    close: async () => void (await send("DELETE", "")),
  };
}

const patienceMs = 30_000;
const startMs = 60_000;
/**
 * The driver never responds to a command whose page is replaced by one of another origin at the wrong moment, as when "back" leads there: it
 * waits for a process that is gone. The command is then sent again, to the page that came.
 */
const responseMs = 8000;
/** A look-up takes milliseconds, and most replaced pages interrupt one. */
const lookUpMs = 3000;
/** A command sent to a page that is being replaced may get no response; it is then sent again. */
const scriptMs = 3000;
/** What a driver returns while a page is not loaded yet or is being replaced. */
const passing = new Set(["no such element", "no such frame", "stale element reference", "javascript error", "timeout"]);

class WebDriverError extends Error {
  readonly code: string;
  constructor(what: string, { error = "", message = "" }: Record<string, string>) {
    super(`WebKit refused ${what}: ${error} ${message}`);
    this.code = error;
  }
}

async function command(
  base: string,
  method: string,
  path: string,
  body: object = {},
  deadlineMs = responseMs,
): Promise<unknown> {
  const what = `${method} ${path} ${JSON.stringify(body)}`;
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const response = await fetch(base + path, {
      method,
      signal,
      ...(method === "POST" && { body: JSON.stringify(body) }),
    });
    // The protocol's envelope, the same for every command.
    const { value } = (await response.json()) as { value: Record<string, string> };
    if (!response.ok) throw new WebDriverError(what, value);
    return value;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new WebDriverError(what, { error: "timeout", message: `no response within ${deadlineMs} ms` });
  }
}

/** A virtual display, or without Xvfb the real one. */
function startDisplay(): Promise<{ env: Record<string, string>; stop(): void }> {
  return new Promise((resolve, reject) => {
    const size = `${screen.width}x${screen.height}x24`;
    // Picks a free number itself and writes it to file descriptor 3.
    const xvfb = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", size, "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    xvfb.once("error", (error) => {
      if (process.env.DISPLAY) resolve({ env: {}, stop() {} });
      else reject(error);
    });
    xvfb.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}.`)));
    xvfb.stdio[3]?.once("data", (number: Buffer) => {
      resolve({ env: { DISPLAY: `:${String(number).trim()}` }, stop: () => void xvfb.kill() });
    });
  });
}

/** Retries until the driver responds; each failed request takes one turn of the event loop, not a fixed time. */
async function untilUp(driver: ChildProcess, base: string): Promise<void> {
  const deadline = AbortSignal.timeout(20_000);
  while (driver.exitCode === null) {
    deadline.throwIfAborted();
    if (
      await fetch(`${base}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`);
}
