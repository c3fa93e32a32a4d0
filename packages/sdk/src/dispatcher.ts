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
  // Node.js up to 25 hands its dispatchers the handlers of undici 7 and before.
  const platform = Number.parseInt(builtinVersion("undici") ?? "", 10);
  if (isPlatformFetch && platform < 8 && !takesOlderHandlers(dispatcher, dispatch)) {
    throw refusal(
      "INVALID_OPTION",
      `dispatcher comes from an undici that this runtime's fetch (undici ${platform}) cannot use: pass undici's own fetch as the option fetch as well, or install undici ${platform}.`,
    );
  }
}

/** Asks with an address that no dispatcher accepts, so that nothing is sent: who knows the handler reports the address to it. */
function takesOlderHandlers(dispatcher: unknown, dispatch: object): boolean {
  const nothing = () => undefined;
  const handler = { onConnect: nothing, onHeaders: nothing, onData: nothing, onComplete: nothing, onError: nothing };
  try {
    Reflect.apply(dispatch as () => unknown, dispatcher, [{ origin: "", path: "/", method: "GET" }, handler]);
    return true;
  } catch (error) {
    return !/^invalid on(Request|Response)/.test(String(Object(error).message));
  }
}
