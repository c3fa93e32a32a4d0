// An instance in a separate process: it receives commands as messages and responds to each with its number.
import { openInstance } from "./instance.js";

export interface Question {
  number: number;
  verb: string;
  args: unknown[];
}

export type Reply = { number: number } & ({ value: unknown } | { error: { message: string; code?: unknown } });

const instance = await openInstance(JSON.parse(process.argv[2] ?? ""));
process.on("message", async (message) => {
  // The test that started this process is the only one that writes to it.
  const { number, verb, args } = message as Question;
  try {
    const value: unknown = verb === "stop" ? await instance.stop() : await instance.call(verb, ...args);
    process.send?.({ number, value } satisfies Reply);
    if (verb === "stop") process.disconnect();
  } catch (error) {
    // The service throws Errors only.
    const { message: text, code } = error as Error & { code?: unknown };
    process.send?.({ number, error: { message: text, code } } satisfies Reply);
  }
});
process.send?.({ base: instance.base });
