// The command verify-webhook: verifies a captured delivery, and explains why it does not verify.
import { readFile } from "node:fs/promises";
import { parseHeaderFile } from "./header-file.js";
import { type CommandOptions, readArguments, USAGE } from "./read-arguments.js";
import { type Capture, report } from "./report.js";

/** Input and output of the command; the process's own by default. */
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

/** Runs the command and returns its exit status. */
export async function main(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  io: CommandIo = processIo,
): Promise<0 | 1 | 2> {
  let options: CommandOptions | "help";
  try {
    options = readArguments(argv);
  } catch (error) {
    io.error(messageOf(error));
    io.error(USAGE);
    return 2;
  }
  if (options === "help") {
    io.out(USAGE);
    return 0;
  }
  try {
    const secret = environment[options.secretEnv];
    if (secret === undefined) throw new Error(`The environment variable ${options.secretEnv} is not set`);
    return await report(await readCapture(options, io), secret, { isJson: options.isJson, out: io.out });
  } catch (error) {
    io.error(messageOf(error));
    return 2;
  }
}

async function readCapture({ body, headers, signature }: CommandOptions, io: CommandIo): Promise<Capture> {
  return {
    body: body === "-" ? await io.readInput() : new Uint8Array(await readGivenFile(body)),
    headers: headers
      ? parseHeaderFile((await readGivenFile(headers)).toString("utf8"))
      : { "x-service-signature": signature },
  };
}

async function readGivenFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    // Errors of the file system have a code.
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${JSON.stringify(path)} cannot be read (${code}): give a file that exists`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
