// Reads the command's arguments.
import { parseArgs } from "node:util";

export const USAGE = `verify-webhook --body FILE (--headers FILE | --signature VALUE) [--secret-env NAME] [--json]

  --body FILE        the raw body as captured; - reads standard input
  --headers FILE     the headers, as "Name: value" lines or as one JSON object
  --signature VALUE  the X-Service-Signature header alone
  --secret-env NAME  environment variable that holds the secret (default WEBHOOK_SECRET);
                     never an argument, where other users of the machine could read it
  --json             one JSON document on standard output

Exit status: 0 authentic, 1 rejected, 2 usage or configuration error.`;

export interface CommandOptions {
  /** File name, or `-` for standard input. */
  readonly body: string;
  readonly headers: string | undefined;
  readonly signature: string | undefined;
  readonly secretEnv: string;
  readonly isJson: boolean;
}

/** @throws Error that says which argument is wrong */
export function readArguments(argv: readonly string[]): CommandOptions | "help" {
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
  if (body === undefined)
    throw new Error("--body is missing: name the file with the raw body, or - for standard input");
  if ((headers === undefined) === (signature === undefined))
    throw new Error("Give exactly one of --headers and --signature");
  return { body, headers, signature, secretEnv: values["secret-env"], isJson: values.json };
}
