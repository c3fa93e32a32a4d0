// The stop of a served process after a signal.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenAndStopOnSignal } from "../../src/cli/serving.js";
import type { PaymentService } from "../../src/index.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

test("a stop that fails leaves no timer behind that keeps the process alive", async () => {
  let signal = (): void => undefined;
  // It has the two methods that are called here.
  const service = {
    listen: async () => undefined,
    async stop() {
      throw new Error("the disk is gone");
    },
  } as unknown as PaymentService;
  const io = {
    error() {},
    onStop(callback: () => void) {
      signal = callback;
    },
  };
  const address = { host: "127.0.0.1", port: 1, listenUrl: "", baseUrl: "" };
  const { finished } = await listenAndStopOnSignal(service, {} as never, address, io as never);
  signal();
  await expect(finished).rejects.toThrow("the disk is gone");
  expect(vi.getTimerCount()).toBe(0);
});
