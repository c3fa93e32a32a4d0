// Will the platform's fetch work with this dispatcher? Node.js brings its own undici, and majors do not share one handler interface.
import { describeValue } from "./describe-value.js";
import { refusal } from "./errors.js";
import { builtinVersion } from "./runtime.js";

/** @throws {UsageError} `INVALID_OPTION` for something that is no dispatcher, or one that this platform's fetch cannot use */
export function checkDispatcher(dispatcher: unknown, isPlatformFetch: boolean): void {
  if (dispatcher === undefined) return;
  const dispatch: unknown = Object(dispatcher).dispatch;
  if (typeof dispatch !== "function") {
    throw refusal(
      "INVALID_OPTION",
      `dispatcher must be a dispatcher of undici, such as new ProxyAgent(url), not ${describeValue(dispatcher)}; fetch takes no http.Agent.`,
    );
  }
  const platform = Number.parseInt(builtinVersion("undici") ?? "", 10);
  // Up to undici 7 the platform's fetch hands over handlers of the older kind; dispatchers of undici 7 take both kinds.
  if (isPlatformFetch && platform > 0 && !takesHandlersOf(platform, dispatcher, dispatch)) {
    throw refusal(
      "INVALID_OPTION",
      `dispatcher comes from an undici that this runtime's fetch (undici ${platform}) cannot use: pass undici's own fetch as the option fetch as well, or install undici ${platform}.`,
    );
  }
}

const nothing = () => undefined;
const older = { onConnect: nothing, onHeaders: nothing, onData: nothing, onComplete: nothing };
const newer = { onRequestStart: nothing, onResponseStart: nothing, onResponseData: nothing, onResponseEnd: nothing };

/** Only what is surely of the other kind is refused: dispatchers of a shop's own, and undici's for mocks, may not tell. */
function takesHandlersOf(platform: number, dispatcher: unknown, dispatch: object): boolean {
  const speaks = askKind(dispatcher, dispatch, ["onError", "onResponseError"]);
  if (platform >= 8) return speaks !== "onError";
  return speaks !== "onResponseError" || askKind(dispatcher, dispatch, ["onError"]) === "onError";
}

type ErrorCallback = "onError" | "onResponseError";

/** Asks with a method that no request can have, so that nothing is sent: which callback is told of it? */
function askKind(dispatcher: unknown, dispatch: object, callbacks: ErrorCallback[]): ErrorCallback | undefined {
  let told: ErrorCallback | undefined;
  const note = (name: ErrorCallback) => () => {
    told ??= name;
  };
  const tell = callbacks.map((name) => [name, note(name)]);
  const handler = { ...older, ...(callbacks.includes("onResponseError") && newer), ...Object.fromEntries(tell) };
  try {
    const options = { origin: "http://localhost", path: "/", method: "NO METHOD" };
    Reflect.apply(dispatch as () => unknown, dispatcher, [options, handler]);
  } catch {
    // Told before, or not at all.
  }
  return told;
}
