// payment-sessions init: a commented configuration, an encryption key in .env, and git told to ignore what must not be shared.
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Command, environmentVariableOf, UsageError } from "../command.js";
import { configFileNames } from "../config-file.js";
import { fileSuffix } from "../layers.js";
import { oneOf } from "../option-values.js";

const keyVariable = environmentVariableOf("encryption-key");
/** The database keeps its newest records in -wal and its index in -shm. */
const ignored = [".env", "payments.db", "payments.db-wal", "payments.db-shm"];

export const initCommand: Command = {
  name: "init",
  summary:
    "Writes a commented payment-sessions.config file, an encryption key into .env, and tells git to ignore .env and the database. Existing files are never overwritten.",
  options: [
    { name: "format", value: "<ending>", summary: "ts, mjs or js; ts where there is a tsconfig.json, mjs elsewhere" },
  ],
  async run(given, io) {
    const folder = io.folder ?? process.cwd();
    const format =
      oneOf(given, "format", ["ts", "mjs", "js"]) ?? (existsSync(join(folder, "tsconfig.json")) ? "ts" : "mjs");
    const existing = configFileNames.find((name) => existsSync(join(folder, name)));
    if (existing !== undefined) throw new UsageError(`${existing} exists already and is kept as it is.`);
    const file = `payment-sessions.config.${format}`;
    writeFileSync(join(folder, file), template, { flag: "wx" });
    const lines = [`${file} is written.`, addKey(folder), ignoreInGit(folder)];
    return {
      document: { configFile: file },
      text: [
        ...lines,
        "",
        'Next: set baseUrl in it, look with "payment-sessions config check", start with "payment-sessions serve".',
      ].join("\n"),
    };
  },
};

/** Keeps a key that is there: without it, what is sealed with it would be lost. */
function addKey(folder: string): string {
  const file = join(folder, ".env");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const known = parseEnv(before);
  if (known[keyVariable] !== undefined || known[keyVariable + fileSuffix] !== undefined) {
    return ".env names an encryption key already; it is kept.";
  }
  const lines = `# Seals webhook secrets and bank data in the database. Keep a copy in another place: without it they are lost.\n${keyVariable}=${randomBytes(32).toString("base64")}\n`;
  if (before === "") writeFileSync(file, lines, { mode: 0o600, flag: existsSync(file) ? "w" : "wx" });
  else appendFileSync(file, `${before.endsWith("\n") ? "" : "\n"}${lines}`);
  return "A new encryption key is in .env. Keep a copy of it in another place: without it, sealed values are lost.";
}

function ignoreInGit(folder: string): string {
  const file = join(folder, ".gitignore");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const present = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  const missing = ignored.filter((name) => !present.has(name) && !present.has(`/${name}`));
  if (missing.length === 0) return ".gitignore names .env and the database already.";
  appendFileSync(file, `${before === "" || before.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`);
  return `.gitignore now names ${missing.join(", ")}.`;
}

const template = `// The configuration of this payment service: read by every payment-sessions command that is called in this folder.
// "payment-sessions config check" shows what counts. An option or a PAYMENT_SESSIONS_… variable counts more than this file.
import { defineConfig } from "@payment-sessions/server-kit";

export default defineConfig({
  // Where buyers and merchants reach the service, path prefix included. https, except on this machine.
  baseUrl: "http://127.0.0.1:8080",

  // Relative to this file. The encryption key is in .env (PAYMENT_SESSIONS_ENCRYPTION_KEY), not here.
  database: "payments.db",

  // Where \`serve\` listens: behind a proxy that ends TLS, leave the host as it is.
  port: 8080,
  host: "127.0.0.1",

  // How many proxies of yours are in front. 0 ignores X-Forwarded-For; 1 behind one nginx.
  trustedProxyHops: 0,

  // What is served. Add "live" once a provider or bank accounts are set up.
  environments: ["test"],

  // To try it with a webhook receiver on this machine; not in production.
  // webhooks: { allowHttp: true, allowPrivateNetwork: true },

  // Mail about failed deliveries. The password is better in .env: PAYMENT_SESSIONS_SMTP_URL.
  // smtpUrl: "smtps://user@mail.example.com",
  // mailFrom: "payments@example.com",

  // Who opens bank sessions and takes cards for live payments: objects of yours (README: "A bank of yours").
  // openBanking: { live: exampleBank({ url, token, secret }) },
  // cardPages: { live: exampleCards() },

  // Where plugin orders are read; left out, orders kept by service.orders.upsert.
  // orders: wooCommerceOrders({ storeUrl, consumerKey, consumerSecret }),

  // The buyer's pages.
  // theme: { name: "Example Pay", colors: { accent: "#0b5fff" }, legalLinks: [{ label: "Imprint", href: "https://example.com/imprint" }] },
});
`;
