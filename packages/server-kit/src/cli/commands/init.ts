// payment-sessions init: a commented configuration, an encryption key in .env, and .gitignore lines for files that must not be shared.
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../domain/read-field.js";
import { type Command, environmentVariableOf, UsageError } from "../command.js";
import { configFileNames } from "../config-file.js";
import { parseEnvFile } from "../env-file.js";
import { fileSuffix } from "../layers.js";
import { oneOf } from "../option-values.js";

const keyVariable = environmentVariableOf("encryption-key");
/** SQLite keeps the newest records in -wal and the index of that file in -shm. */
const ignored = [".env", "payments.db", "payments.db-wal", "payments.db-shm"];

export const initCommand: Command = {
  name: "init",
  summary:
    "Writes a commented payment-sessions.config file, adds an encryption key to .env, and adds .env and the database to .gitignore. Existing files are never overwritten.",
  options: [
    { name: "format", value: "<ending>", summary: "ts, mjs or js; default: ts next to a tsconfig.json, otherwise mjs" },
  ],
  async run(given, io) {
    const folder = io.folder ?? process.cwd();
    const format =
      oneOf(given, "format", ["ts", "mjs", "js"]) ?? (existsSync(join(folder, "tsconfig.json")) ? "ts" : "mjs");
    const existing = configFileNames.find((name) => existsSync(join(folder, name)));
    if (existing !== undefined) throw new UsageError(`${existing} already exists and was not changed.`);
    const file = `payment-sessions.config.${format}`;
    const added = [addKey(folder), ignoreInGit(folder)];
    // Last: once the file exists, another run would not add the key.
    writeNew(join(folder, file), template);
    const lines = [`${file} was written.`, ...added];
    return {
      document: { configFile: file },
      text: [
        ...lines,
        "",
        'Next: set baseUrl in it, check with "payment-sessions config check", start with "payment-sessions serve".',
      ].join("\n"),
    };
  },
};

/** A file that a full disk takes only in part is removed: every other command would read it. */
function writeNew(file: string, text: string, mode?: number): void {
  try {
    writeFileSync(file, text, { flag: "wx", ...(mode !== undefined && { mode }) });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") rmSync(file, { force: true });
    throw new Error(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Keeps an existing key: values encrypted with it could not be read with another. */
function addKey(folder: string): string {
  const file = join(folder, ".env");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const known = parseEnvFile(before);
  if (known[keyVariable] !== undefined || known[keyVariable + fileSuffix] !== undefined) {
    return ".env already has an encryption key; it was not changed.";
  }
  const lines = `# Encrypts webhook secrets and bank data in the database. Keep a copy in another place: without it they are lost.\n${keyVariable}=${randomBytes(32).toString("base64")}\n`;
  if (!existsSync(file)) writeNew(file, lines, 0o600);
  else appendFileSync(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${lines}`);
  return "A new encryption key was added to .env. Keep a copy of it in another place: without it, encrypted values are lost.";
}

function ignoreInGit(folder: string): string {
  const file = join(folder, ".gitignore");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const present = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  const missing = ignored.filter((name) => !present.has(name) && !present.has(`/${name}`));
  if (missing.length === 0) return ".gitignore already has .env and the database.";
  appendFileSync(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`);
  return `Added to .gitignore: ${missing.join(", ")}.`;
}

const template = `// The configuration of this payment service, read by every payment-sessions command that is run in this folder.
// "payment-sessions config check" shows the effective values. Options and PAYMENT_SESSIONS_… variables take precedence over this file.
import { defineConfig } from "@payment-sessions/server-kit";

export default defineConfig({
  // The URL that buyers and merchants use, path prefix included. https, except on this machine.
  baseUrl: "http://127.0.0.1:8080",

  // Relative to this file. The encryption key is in .env (PAYMENT_SESSIONS_ENCRYPTION_KEY), not here.
  database: "payments.db",

  // Where \`serve\` listens. Behind a proxy that terminates TLS, keep this host.
  port: 8080,
  host: "127.0.0.1",

  // Number of your proxies in front of the service. 0 ignores X-Forwarded-For; 1 behind one nginx.
  trustedProxyHops: 0,

  // Which payments are served. Add "live" once a provider or bank accounts are set up.
  environments: ["test"],

  // To try it with a webhook receiver on this machine; not in production.
  // webhooks: { allowHttp: true, allowPrivateNetwork: true },

  // Mail about failed deliveries. To keep the password out of this file, set PAYMENT_SESSIONS_SMTP_URL in .env.
  // smtpUrl: "smtps://user@mail.example.com",
  // mailFrom: "payments@example.com",

  // Your adapters for bank sessions and card payments of live payments (README: "Connecting your bank").
  // openBanking: { live: exampleBank({ url, token, secret }) },
  // cardPages: { live: exampleCards() },

  // Where plugin orders are read; default: the orders stored by service.orders.upsert.
  // orders: wooCommerceOrders({ storeUrl, consumerKey, consumerSecret }),

  // Look of the buyer's pages.
  // theme: { name: "Example Pay", colors: { accent: "#0b5fff" }, legalLinks: [{ label: "Imprint", href: "https://example.com/imprint" }] },
});
`;
