// Checks that the platform's fetch works with the dispatcher: Node.js includes its own undici, and majors of undici differ in the
// interface of their handlers.
import { describeValue } from "./describe-value.js";
import { refusal } from "./errors.js";
import { builtinVersion } from "./runtime.js";

/** @throws {UsageError} `INVALID_OPTION` for anything but a dispatcher that this platform's fetch can use */
export function checkDispatcher(dispatcher: unknown, isPlatformFetch: boolean): void {
  if (dispatcher === undefined) return;
  const dispatch: unknown = Object(dispatcher).dispatch;
  if (!isCallable(dispatch)) {
    throw refusal(
      "INVALID_OPTION",
      `dispatcher must be a dispatcher of undici, such as new ProxyAgent(url), not ${describeValue(dispatcher)}; fetch takes no http.Agent.`,
    );
  }
  const platform = Number.parseInt(builtinVersion("undici") ?? "", 10);
  // Up to undici 7 the platform's fetch passes handlers of the older interface; dispatchers of undici 7 accept both.
  if (isPlatformFetch && platform > 0 && !takesHandlersOf(platform, dispatcher, dispatch)) {
    throw refusal(
      "INVALID_OPTION",
      `dispatcher comes from an undici that this runtime's fetch (undici ${platform}) cannot use: pass undici's own fetch as the option fetch too, or install undici ${platform}.`,
    );
  }
}

const nothing = () => undefined;
const olderHandler = { onConnect: nothing, onHeaders: nothing, onData: nothing, onComplete: nothing };
const newerHandler = {
  onRequestStart: nothing,
  onResponseStart: nothing,
  onResponseData: nothing,
  onResponseEnd: nothing,
};

/** False only when the other interface was detected: custom dispatchers, and undici's mocks, may not reveal theirs. */
function takesHandlersOf(platform: number, dispatcher: unknown, dispatch: Callable): boolean {
  const called = detectCallback(dispatcher, dispatch, ["onError", "onResponseError"]);
  if (platform >= 8) return called !== "onError";
  return called !== "onResponseError" || detectCallback(dispatcher, dispatch, ["onError"]) === "onError";
}

type ErrorCallback = "onError" | "onResponseError";

type Callable = (...args: unknown[]) => unknown;

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}

/** Dispatches a request with an invalid method, which is not sent, and returns the callback that receives the error. */
function detectCallback(
  dispatcher: unknown,
  dispatch: Callable,
  callbacks: ErrorCallback[],
): ErrorCallback | undefined {
  let called: ErrorCallback | undefined;
  const record = (name: ErrorCallback) => () => {
    called ??= name;
  };
  const recorders = callbacks.map((name) => [name, record(name)]);
  const handler = {
    ...olderHandler,
    ...(callbacks.includes("onResponseError") && newerHandler),
    ...Object.fromEntries(recorders),
  };
  try {
    const options = { origin: "http://localhost", path: "/", method: "NO METHOD" };
    Reflect.apply(dispatch, dispatcher, [options, handler]);
  } catch {
    // When it throws, the callback was called before or will not be.
  }
  return called;
}
