// Does this captured delivery verify, and if not, what was done to it on the way?
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { isWebhookVerificationError } from "../verification-error.js";
import { verifyWebhook } from "../verify-webhook.js";
import { parseHeaderFile } from "./header-file.js";
import { suspectChanges } from "./suspect-changes.js";

const USAGE = `verify-webhook --body FILE (--headers FILE | --signature VALUE) [--secret-env NAME] [--json]

  --body FILE        the raw body as captured; - reads standard input
  --headers FILE     the headers, as "Name: value" lines or as one JSON object
  --signature VALUE  the X-Service-Signature header alone
  --secret-env NAME  environment variable that holds the secret (default WEBHOOK_SECRET);
                     never an argument, where other users of the machine could read it
  --json             one JSON document on standard output

Exit status: 0 authentic, 1 refused, 2 wrong use or set-up.`;

/** Where the command reads and writes; the process's own by default. */
export interface CommandIo {
  readonly out: (line: string) => void;
  readonly error: (line: string) => void;
  readonly readInput: () => Promise<Uint8Array>;
}

const processIo: CommandIo = {
  out: (line) => console.log(line),
  error: (line) => console.error(line),
  readInput: async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  },
};

/** Runs the command and gives its exit status. */
export async function main(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  io: CommandIo = processIo,
): Promise<0 | 1 | 2> {
  const options = readArguments(argv, io);
  if (options === "help") {
    io.out(USAGE);
    return 0;
  }
  if (!options) return 2;
  try {
    const secret = environment[options.secretEnv];
    if (secret === undefined) {
      io.error(`The environment variable ${options.secretEnv} is not set`);
      return 2;
    }
    const body = options.body === "-" ? await io.readInput() : new Uint8Array(await readGiven(options.body));
    const headers = options.headers
      ? parseHeaderFile((await readGiven(options.headers)).toString("utf8"))
      : { "x-service-signature": options.signature };
    return await report(body, headers, secret, options.isJson, io);
  } catch (error) {
    io.error(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

async function readGiven(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    // Sound: what the file system throws carries a code.
    throw new Error(
      `${JSON.stringify(path)} cannot be read (${(error as NodeJS.ErrnoException).code}): give a file that exists`,
    );
  }
}

async function report(
  body: Uint8Array,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  isJson: boolean,
  io: CommandIo,
): Promise<0 | 1 | 2> {
  try {
    const event = await verifyWebhook({ body, headers, secret });
    if (isJson) io.out(JSON.stringify({ authentic: true, event }));
    else {
      io.out("authentic");
      io.out(`event: ${event.event ?? "(none)"}   delivery: ${event.deliveryId ?? "(none)"}   bytes: ${body.length}`);
    }
    return 0;
  } catch (error) {
    if (!isWebhookVerificationError(error)) throw error;
    const suspicions = error.code === "signature_mismatch" ? await suspectChanges(body, headers, secret) : [];
    if (isJson) io.out(JSON.stringify({ authentic: false, code: error.code, message: error.message, suspicions }));
    else {
      io.out(`refused: ${error.code}`);
      io.out(error.message);
      for (const suspicion of suspicions) io.out(`It would verify ${suspicion}.`);
    }
    return error.code === "secret_invalid" ? 2 : 1;
  }
}

interface Options {
  readonly body: string;
  readonly headers: string | undefined;
  readonly signature: string | undefined;
  readonly secretEnv: string;
  readonly isJson: boolean;
}

function readArguments(argv: readonly string[], io: CommandIo): Options | "help" | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        body: { type: "string" },
        headers: { type: "string" },
        signature: { type: "string" },
        "secret-env": { type: "string", default: "WEBHOOK_SECRET" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "help";
    const { body, headers, signature } = values;
    if (body === undefined) throw new Error("--body is missing");
    if ((headers === undefined) === (signature === undefined))
      throw new Error("Give either --headers or --signature, one of them");
    return { body, headers, signature, secretEnv: values["secret-env"], isJson: values.json };
  } catch (error) {
    io.error(error instanceof Error ? error.message : String(error));
    io.error(USAGE);
    return undefined;
  }
}
