// Detects the features of the runtime. A global or a field of another library's object may be missing, throw when it is read or called,
// or belong to another realm (Jest, jsdom, edge sandboxes): then it counts as absent, or is recognised by its brand.
import type { webcrypto } from "node:crypto";

export type CreateHmac = typeof import("node:crypto").createHmac;

interface NodeCrypto {
  readonly createHmac?: CreateHmac;
  readonly webcrypto?: webcrypto.Crypto;
}

/** The result of `act`; `undefined` when it throws. */
export function tryOrUndefined<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** A built-in module of Node.js, or `undefined`: on other runtimes, and where the platform's function throws (Next.js edge). */
// Not an import, which bundlers for the edge would reject.
export const builtin = (id: string): unknown =>
  tryOrUndefined(() =>
    (globalThis as { process?: { getBuiltinModule?(id: string): unknown } }).process?.getBuiltinModule?.(id),
  );

// The module's own type; each member is checked before its use.
const nodeCrypto = builtin("node:crypto") as NodeCrypto | undefined;

/**
 * node:crypto's HMAC where it works: 11 times faster than WebCrypto on bodies of this size. Bun, Deno and Workers with Node
 * compatibility have it too; a stub that throws when called counts as absent.
 */
export const nodeHmac = tryOrUndefined(() => nodeCrypto?.createHmac?.("sha256", "").digest() && nodeCrypto.createHmac);

/** WebCrypto: jsdom's `crypto` has no `subtle`. */
export function webCrypto(): webcrypto.Crypto {
  const given = globalThis.crypto as webcrypto.Crypto | undefined;
  return given?.subtle ? given : (nodeCrypto?.webcrypto as webcrypto.Crypto);
}

// jsdom environments have neither class.
type TextClasses = Pick<typeof globalThis, "TextEncoder" | "TextDecoder">;
const texts = (tryOrUndefined(() => globalThis.TextEncoder) ? globalThis : builtin("node:util")) as TextClasses;
export const Encoder: typeof TextEncoder = texts.TextEncoder;
export const Decoder: typeof TextDecoder = texts.TextDecoder;

const byteLengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength")?.get;

/** The bytes of a view or an ArrayBuffer of any realm, not copied; `undefined` for all else. `instanceof` alone fails across realms. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(value)) {
    return value instanceof Uint8Array ? value : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  // The getter throws for what has no bytes of its own, whatever the object calls itself.
  return tryOrUndefined(() => byteLengthOf?.call(value)) === undefined
    ? undefined
    : new Uint8Array(value as ArrayBuffer);
}

/** Whether a value is a promise of any realm or library, as when an `await` is missing. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof tryOrUndefined(() => (value as { then?: unknown } | null | undefined)?.then) === "function";
}
