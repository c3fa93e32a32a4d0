// The SDK's command line: `npx @payment-sessions/sdk listen` and `trigger`. Test keys only.
import { parseArgs } from "node:util";
import { suggestName } from "../nearest-name.js";
import { readAccount } from "./account.js";
import { CommandFailedError, type CommandIo, CommandUsageError } from "./command-io.js";
import { listen } from "./listen.js";
import { statusesAndEvents, trigger, triggerEvents } from "./trigger.js";

const usage = `Usage: npx @payment-sessions/sdk <command>, with a test key in PAYMENT_SESSIONS_API_KEY

  listen --forward-to <url>   forwards the webhooks of your store's test payments to a server on this machine
    --only <name,…>           only these events or statuses, such as completed,failed
    --print-body              prints each body
  trigger <event>             sends an event: ${triggerEvents.join(", ")}
    --payment <id>            test payment; default: a new one
    --merchant-id <id>        store of the new payment; the key's store when left out
    --amount-cents <number>   of the new payment; 1999 when left out
    --forward-to <url>        target of service.webhook_verification

  --base-url <url>            the service's URL; default PAYMENT_SESSIONS_BASE_URL`;

const optionsOf = {
  listen: ["forward-to", "only", "print-body", "base-url", "help"],
  trigger: ["payment", "merchant-id", "amount-cents", "forward-to", "base-url", "help"],
} as const;

/** Runs one command line; resolves with its exit status: 0 done, 1 failed, 2 usage error. */
export async function runCommandLine(args: readonly string[], io: CommandIo): Promise<number> {
  try {
    await run(args, io);
    return 0;
  } catch (error) {
    io.error(error instanceof Error ? error.message : String(error));
    if (
      !(error instanceof CommandUsageError) &&
      !(error instanceof CommandFailedError) &&
      Object(error).kind === undefined
    ) {
      io.error(String(Object(error).stack));
    }
    return error instanceof CommandUsageError ? 2 : 1;
  }
}

async function run([command, ...rest]: readonly string[], io: CommandIo): Promise<void> {
  if (command === undefined || command === "help" || command === "--help") return io.out(usage);
  if (command !== "listen" && command !== "trigger") {
    throw new CommandUsageError(
      `Unknown command ${JSON.stringify(command)}.${suggestName(command, ["listen", "trigger"])}\n\n${usage}`,
    );
  }
  const { values, positionals } = parse(command, rest);
  if (values.help) return io.out(usage);
  const account = readAccount(io, text(values, "base-url"));
  if (command === "listen") {
    if (positionals.length > 0)
      throw new CommandUsageError(`listen has no argument ${JSON.stringify(positionals[0])}; use --forward-to <url>.`);
    const only = (text(values, "only") ?? "").split(",").map((name) => name.trim());
    return listen(io, {
      account,
      forwardTo: address(text(values, "forward-to")) ?? missing("--forward-to <url>: where your server listens"),
      only: checkOnly(only.filter((name) => name !== "")),
      isBodyPrinted: values["print-body"] === true,
    });
  }
  const [event = missing("an event, such as completed"), ...others] = positionals;
  if (others.length > 0)
    throw new CommandUsageError(`trigger accepts one event; got also ${JSON.stringify(others[0])}.`);
  return trigger(io, {
    account,
    event,
    paymentId: text(values, "payment"),
    merchantId: text(values, "merchant-id"),
    amountCents: cents(text(values, "amount-cents") ?? "1999"),
    forwardTo: address(text(values, "forward-to")),
  });
}

function parse(
  command: keyof typeof optionsOf,
  args: string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const known = optionsOf[command];
  const types = known.map((name) => [
    name,
    { type: name === "help" || name === "print-body" ? ("boolean" as const) : ("string" as const) },
  ]);
  for (const given of args) {
    const name = /^--([^=]+)/.exec(given)?.[1];
    if (name !== undefined && !known.some((one) => one === name)) {
      throw new CommandUsageError(
        `Unknown option --${name} of ${command}.${suggestName(name, known)} Valid options: --${known.join(", --")}.`,
      );
    }
  }
  try {
    return parseArgs({ args, options: Object.fromEntries(types), allowPositionals: true });
  } catch (error) {
    throw new CommandUsageError(error instanceof Error ? error.message : String(error));
  }
}

function text(values: Record<string, unknown>, name: string): string | undefined {
  const value = values[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function missing(what: string): never {
  throw new CommandUsageError(`Pass ${what}.`);
}

function address(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  // `localhost:3000` is a common input.
  const whole = /^[^/?]*:\/\//.test(given) ? given : `http://${given}`;
  if (/^https?:/i.test(whole) && URL.canParse(whole)) return whole;
  throw new CommandUsageError(
    `--forward-to must be a URL such as http://localhost:3000/webhooks, not ${JSON.stringify(given)}.`,
  );
}

function cents(given: string): number {
  if (/^\d{1,11}$/.test(given) && Number(given) > 0) return Number(given);
  throw new CommandUsageError(`--amount-cents must be whole minor units of at least 1, not ${JSON.stringify(given)}.`);
}

function checkOnly(names: string[]): string[] {
  for (const name of names) {
    if (statusesAndEvents.includes(name)) continue;
    throw new CommandUsageError(
      `--only: unknown event or status ${JSON.stringify(name)}.${suggestName(name, statusesAndEvents)} Valid events and statuses: ${statusesAndEvents.join(", ")}.`,
    );
  }
  return names;
}
