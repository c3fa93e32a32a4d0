// The configuration file: what it may contain, which source has precedence, and how errors are reported (O12).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { allCommands } from "../../src/cli/all-commands.js";
import { fieldPathOf } from "../../src/cli/layers.js";
import { createPaymentService, defineConfig, sqliteStorage } from "../../src/index.js";
import { findConfigProblems } from "../../src/service-config.js";
import { commandLineIn } from "./call-command-line.js";

const key = createHash("sha256").update("key").digest("base64");

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "payment-sessions-config-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const config = (fields: string) =>
  `import { defineConfig } from "@payment-sessions/server-kit";\nexport default defineConfig({ ${fields} });\n`;

interface Shown {
  configFile: string | null;
  settings: { name: string; value: string; from: string; source: string }[];
}

async function check(folder: string, environment: Record<string, string> = {}, ...argv: string[]) {
  const { document, exitCode } = await commandLineIn(folder, environment).json("config", "check", ...argv);
  expect(exitCode).toBe(0);
  // What the command prints.
  const { configFile, settings } = document as Shown;
  return { configFile, setting: (name: string) => settings.find((one) => one.name === name) };
}

test("O12: serve takes a provider, a card page, orders, a theme and a sign-in from payment-sessions.config.ts", async () => {
  const folder = folderWith({
    "bank.ts": `export const bank = (code: string) => ({ code, createSession: async () => ({ sessionId: "s", redirectUrl: "https://bank.example/s" }), fetchOutcome: async () => undefined });`,
    "payment-sessions.config.ts": `import { defineConfig } from "@payment-sessions/server-kit";
import { bank } from "./bank";
export default defineConfig(async () => ({
  port: 0,
  database: "kept.db",
  environments: ["test", "live"] as const,
  openBanking: { test: bank("testbank"), live: bank("examplebank") },
  cardPages: { live: bank("cardhouse") },
  orders: { findOrder: async () => undefined },
  theme: { name: "Example Pay" },
  panel: { signIn: async () => undefined, signInUrl: "/login" },
  deployment: { environment: "tea-house" },
}));`,
  });
  const serve = await commandLineIn(folder).begin("serve", "--json");
  const { url } = JSON.parse(serve.out) as { url: string };
  const health = await (await fetch(`${url}/health`)).json();
  const signIn = await (await fetch(`${url}/panel`)).text();
  const callback = await fetch(`${url}/providers/cardhouse/callback`, { method: "POST", body: "{}" });
  await serve.stop();
  expect(health).toMatchObject({ services: { environment: "tea-house" } });
  expect(signIn).toContain("/login");
  expect(callback.status).not.toBe(404);
  expect(existsSync(join(folder, "kept.db"))).toBe(true);
});

test("O12: precedence: a flag before the environment, before .env, before the file, before the default", async () => {
  const folder = folderWith({
    "payment-sessions.config.mjs": config(
      'port: 1111, host: "127.0.0.2", servicePrefix: "tea", mailFrom: "pay@tea.example"',
    ),
    ".env": "PAYMENT_SESSIONS_HOST=127.0.0.3\nPAYMENT_SESSIONS_MAIL_FROM=env@tea.example\n",
  });
  const { configFile, setting } = await check(
    folder,
    { PAYMENT_SESSIONS_PORT: "2222", PAYMENT_SESSIONS_MAIL_FROM: "real@tea.example" },
    "--port",
    "3333",
  );
  expect(configFile).toBe("payment-sessions.config.mjs");
  expect(setting("port")).toEqual({ name: "port", value: "3333", from: "flag", source: "--port" });
  expect(setting("mail-from")).toMatchObject({ value: "real@tea.example", source: "PAYMENT_SESSIONS_MAIL_FROM" });
  expect(setting("host")).toMatchObject({
    value: "127.0.0.3",
    from: "environment",
    source: "PAYMENT_SESSIONS_HOST in .env",
  });
  expect(setting("service-prefix")).toMatchObject({
    value: "tea",
    from: "file",
    source: "servicePrefix in payment-sessions.config.mjs",
  });
  expect(setting("trusted-proxy-hops")).toMatchObject({ value: "0", from: "default" });
});

test.each([
  ["as a flag", {}, ["--retention", "deliveries=60"], "--retention"],
  ["as a variable", { PAYMENT_SESSIONS_RETENTION: "deliveries=60" }, [], "PAYMENT_SESSIONS_RETENTION"],
])(
  "--retention %s leaves the file's other kinds as they are, in one row of config check",
  async (_, variables, argv, source) => {
    const folder = folderWith({
      "payment-sessions.config.mjs": config(
        'database: "kept.db", retention: { auditDays: false, deliveriesDays: 90 }, webhooks: { timeoutMs: 5000 }',
      ),
    });
    const { json } = commandLineIn(folder, variables);
    const { document } = await json("config", "check", ...argv);
    const { settings } = document as Shown;
    expect(settings.filter(({ name }) => name === "retention")).toEqual([
      {
        name: "retention",
        value: "deliveries=60,audit=forever",
        from: argv.length > 0 ? "flag" : "environment",
        source: `${source} and retention in payment-sessions.config.mjs`,
      },
    ]);
  },
);

test("config check shows the periods of the file in the form of --retention", async () => {
  const folder = folderWith({ "payment-sessions.config.mjs": config("retention: { mailsDays: 7 }") });
  expect((await check(folder)).setting("retention")).toEqual({
    name: "retention",
    value: "mails=7",
    from: "file",
    source: "retention in payment-sessions.config.mjs",
  });
});

test("O12: config check shows neither a token nor the passwords of an address", async () => {
  const address = "postgres://user:ge%2Fheim@db.example.com/name?sslpassword=geheim&sslmode=require";
  const { call } = commandLineIn(folderWith({}));
  const { out } = await call("config", "check", "--metrics-token", "geheim-token-0123", "--database", address);
  expect(out).not.toContain("heim");
  expect(out).toMatch(/metrics-token +… /);
  expect(out).toContain("postgres://user:***@db.example.com/name?sslpassword=***&sslmode=require");
  expect((await call("config", "check", "--database", address.replace("%2F", "/"))).error).not.toContain("heim");
});

test("every option that configures the service is a field of the file, and config check masks each address", async () => {
  const configuring = allCommands.flatMap(({ options }) => options.filter(({ configures }) => configures === true));
  const unknown = configuring.filter((spec) => {
    const [field = "", part] = fieldPathOf(spec);
    const problems = findConfigProblems({ [field]: part === undefined ? "" : { [part]: "" } });
    return problems.some((problem) => problem.includes("unknown"));
  });
  // The configuration file cannot name itself.
  expect([...new Set(unknown.map(({ name }) => name))]).toEqual(["config"]);

  const addresses = [...new Set(configuring.filter(({ value }) => value?.includes("url")).map(({ name }) => name))];
  expect(addresses).toEqual(expect.arrayContaining(["database", "database-listen-url", "smtp-url"]));
  const folder = folderWith({});
  for (const name of addresses.filter((each) => each !== "base-url")) {
    const address = `${name === "smtp-url" ? "smtp" : "postgres"}://user:pass-word@host/name`;
    const { setting } = await check(folder, {}, `--${name}=${address}`);
    expect(setting(name)?.value).toMatch(/\*\*\*/);
    expect(setting(name)?.value).not.toContain("pass-word");
  }
});

test("O12: config check shows no secret", async () => {
  const folder = folderWith({
    "payment-sessions.config.js": config(
      `smtpUrl: "smtps://mail:geheim@mail.example.com", encryptionKey: "${key}", webhooks: { timeoutMs: 5000 }, openBanking: { live: { code: "examplebank", token: "geheim", createSession() {}, fetchOutcome() {} } }`,
    ),
  });
  const { call } = commandLineIn(folder);
  const { out } = await call("config", "check");
  expect(out).not.toContain("geheim");
  expect(out).not.toContain(key);
  expect(out).toMatch(/smtp-url +smtps:\/\/mail:\*\*\*@mail\.example\.com +file/);
  expect(out).toMatch(/encryption-key +… \(id [0-9a-f]{8}\) +file/);
  expect(out).toMatch(/openBanking +live: examplebank/);
  expect(out).toMatch(/webhooks\.timeoutMs +5000/);
});

test.each([
  ["a mistyped field", 'enviroments: ["test"]', "enviroments is unknown: did you mean environments?"],
  ["a mistyped part", "theme: { colours: {} }", "theme.colours is unknown: did you mean colors?"],
  ["a mistyped text", "theme: { texts: { en: { choose_headng: '' } } }", "theme.texts.en.choose_headng is unknown"],
  ["a wrong port", 'port: "80"', "port must be a whole number from 0 to 65535"],
  ["an invalid mailer", "mailer: {}", "mailer must be an object with nodemailer's sendMail"],
  ["half a provider", 'openBanking: { live: { code: "x" } }', "openBanking.live must be a provider with code"],
  ["two databases", 'database: "a.db", storage: sqliteStorage({ filename: "b.db" })', "database and storage exclude"],
  ["a password", 'baseUrl: "https://:p@pay.example.com"', "baseUrl must not contain a user name, password, query or"],
  ["plain http", 'baseUrl: "http://pay.example.com"', "baseUrl"],
  ["a guessable key", `encryptionKey: "${Buffer.alloc(32).toString("base64")}"`, "encryptionKey can be guessed"],
])("O12: an invalid field is named with its path: %s", async (_, fields, message) => {
  const source = config(fields).replace("defineConfig }", "defineConfig, sqliteStorage }");
  const folder = folderWith({ "payment-sessions.config.ts": source });
  for (const command of [["config", "check"], ["serve"], ["store", "list"], ["doctor"]]) {
    const result = await commandLineIn(folder).call(...command);
    expect(result).toMatchObject({ exitCode: 2, out: "" });
    expect(result.error).toContain(`payment-sessions.config.ts: ${message}`);
  }
});

test("O12: every error is reported, not only the first", async () => {
  const folder = folderWith({
    "payment-sessions.config.ts": config('prot: 80, host: "", logLevel: "loud", mailer: {}'),
  });
  const { error } = await commandLineIn(folder).call("config", "check");
  expect(error.split("\n")).toEqual([
    expect.stringContaining("prot is unknown: did you mean port?"),
    expect.stringContaining("host must be"),
    expect.stringContaining("logLevel must be one of debug, info, warn, error"),
    expect.stringContaining("mailer must be"),
  ]);
});

test.each([
  ["that throws", "throw new Error('no vault');", "cannot be loaded: no vault"],
  ["that cannot be parsed", "export default {", "cannot be loaded:"],
  ["without an export", "const config = {};", "must export a configuration"],
  ["that exports a list", "export default [];", "must export a configuration"],
])("O12: a configuration file %s is named in the error", async (_, source, message) => {
  const folder = folderWith({ "payment-sessions.config.mjs": source });
  const { error, exitCode } = await commandLineIn(folder).call("config", "check");
  expect(error).toContain(`payment-sessions.config.mjs ${message}`);
  expect(exitCode).toBe(2);
});

test("O12: a named configuration file that is missing, and two files in one folder, are errors", async () => {
  const folder = folderWith({ "payment-sessions.config.mjs": config(""), "payment-sessions.config.js": config("") });
  const { call } = commandLineIn(folder);
  expect((await call("config", "check")).error).toContain("keep one, or choose one with --config");
  expect((await call("config", "check", "--config", "other.mjs")).error).toContain("no configuration file other.mjs");
  expect(await call("config", "check", "--config", "payment-sessions.config.js")).toMatchObject({ exitCode: 0 });
});

const wrongVariables = {
  PAYMENT_SESSIONS_PORT: ["abc", "PAYMENT_SESSIONS_PORT must be a whole number from 0 to 65535"],
  PAYMENT_SESSIONS_BASE_URL: ["pay.example.com", "PAYMENT_SESSIONS_BASE_URL must be"],
  PAYMENT_SESSIONS_TRUSTED_PROXY_HOPS: ["one", "PAYMENT_SESSIONS_TRUSTED_PROXY_HOPS must be a whole number"],
  PAYMENT_SESSIONS_ENVIRONMENTS: ["prod", "PAYMENT_SESSIONS_ENVIRONMENTS must be one of test, live"],
  PAYMENT_SESSIONS_DATABASE: ["mysql://x/y", "PAYMENT_SESSIONS_DATABASE must be a file"],
  PAYMENT_SESSIONS_DATABASE_LISTEN_URL: ["x", "PAYMENT_SESSIONS_DATABASE_LISTEN_URL must begin with postgres://"],
  PAYMENT_SESSIONS_DATABASE_CONNECTIONS: ["x", "PAYMENT_SESSIONS_DATABASE_CONNECTIONS must be a whole number"],
  PAYMENT_SESSIONS_LOG_LEVEL: ["loud", "PAYMENT_SESSIONS_LOG_LEVEL must be one of debug"],
  PAYMENT_SESSIONS_SMTP_URL: ["mail", "PAYMENT_SESSIONS_SMTP_URL must begin with smtp://"],
  PAYMENT_SESSIONS_MAIL_FROM: ["nobody", "PAYMENT_SESSIONS_MAIL_FROM must be an e-mail address"],
  PAYMENT_SESSIONS_METRICS_PORT: ["x", "PAYMENT_SESSIONS_METRICS_PORT must be a whole number"],
  PAYMENT_SESSIONS_METRICS_TOKEN: ["x", "PAYMENT_SESSIONS_METRICS_TOKEN must be at least 16 visible"],
  PAYMENT_SESSIONS_RETENTION: ["x", "PAYMENT_SESSIONS_RETENTION must be written deliveries=180"],
  PAYMENT_SESSIONS_SERVICE_PREFIX: ["X", "PAYMENT_SESSIONS_SERVICE_PREFIX must be 2 to 10"],
  PAYMENT_SESSIONS_ALLOW_HTTP_WEBHOOKS: ["maybe", "PAYMENT_SESSIONS_ALLOW_HTTP_WEBHOOKS must be 1, true"],
  PAYMENT_SESSIONS_ENCRYPTION_KEY: ["x", "PAYMENT_SESSIONS_ENCRYPTION_KEY must be 32 bytes"],
} as const;

test.each(Object.entries(wrongVariables))("config check and serve refuse %s alike", async (name, [value, message]) => {
  const { call } = commandLineIn(folderWith({}), { [name]: value });
  const checked = await call("config", "check");
  expect(checked).toMatchObject({ exitCode: 2, out: "" });
  expect(checked.error).toContain(message);
  expect(await call("serve")).toEqual(checked);
});

test("config check and serve name every wrong variable and flag at once", async () => {
  const variables = Object.fromEntries(Object.entries(wrongVariables).map(([name, [value]]) => [name, value]));
  const { call } = commandLineIn(folderWith({}), variables);
  const { error } = await call("config", "check", "--port", "abc");
  expect(error).toContain("--port must be a whole number");
  for (const [name, [, message]] of Object.entries(wrongVariables))
    if (name !== "PAYMENT_SESSIONS_PORT") expect(error).toContain(message);
});

test("a list of encryption keys may have spaces between the keys", async () => {
  const other = createHash("sha256").update("other").digest("base64");
  const { setting } = await check(folderWith({}), { PAYMENT_SESSIONS_ENCRYPTION_KEY: ` ${key}, ${other} ` });
  expect(setting("encryption-key")?.value).toMatch(/^… \(id [0-9a-f]{8}\), … \(id [0-9a-f]{8}\)$/);
});

test("O12: a value of the file that serve refuses is reported with its position there", async () => {
  const folder = folderWith({ "payment-sessions.config.mjs": config('database: "mysql://db/x"') });
  const { error } = await commandLineIn(folder).call("migrate");
  expect(error).toContain("database in payment-sessions.config.mjs must be a file");
});

test("O12: a storage that the file opens is used by commands, and a flag overrides it", async () => {
  const folder = folderWith({});
  const database = join(folder, "own.db");
  const source = config(`storage: sqliteStorage({ filename: ${JSON.stringify(database)} })`);
  writeFileSync(
    join(folder, "payment-sessions.config.mjs"),
    source.replace("defineConfig }", "defineConfig, sqliteStorage }"),
  );
  const { call } = commandLineIn(folder);
  expect((await call("migrate")).out).toContain("the storage of payment-sessions.config.mjs is up to date");
  expect(existsSync(database)).toBe(true);
  expect((await call("store", "list")).out).toContain("There are no stores");
  expect((await call("backup", join(folder, "copy.db"))).error).toContain(
    "this command needs a file, so give --database",
  );
  expect((await call("backup", join(folder, "copy.db"), "--database", database)).exitCode).toBe(0);
});

test("O12: a secret may be in a file that a variable names", async () => {
  const folder = folderWith({ key: `${key}\n`, "payments.db": "SQLite format 3\0", empty: "\n" });
  const at = (name: string) => join(folder, name);
  const { setting } = await check(folder, { PAYMENT_SESSIONS_ENCRYPTION_KEY_FILE: at("key") });
  expect(setting("encryption-key")).toMatchObject({
    value: expect.stringMatching(/^… \(id [0-9a-f]{8}\)$/),
    source: "PAYMENT_SESSIONS_ENCRYPTION_KEY_FILE",
  });
  const errorOf = async (environment: Record<string, string>) =>
    (await commandLineIn(folder, environment).call("config", "check")).error;
  expect(
    await errorOf({ PAYMENT_SESSIONS_ENCRYPTION_KEY_FILE: at("key"), PAYMENT_SESSIONS_ENCRYPTION_KEY: key }),
  ).toContain("are both set");
  expect(await errorOf({ PAYMENT_SESSIONS_SMTP_URL_FILE: at("none") })).toContain(
    "PAYMENT_SESSIONS_SMTP_URL_FILE must name",
  );
  expect(await errorOf({ PAYMENT_SESSIONS_SMTP_URL_FILE: at("empty") })).toContain("is empty");
  expect(await errorOf({ PAYMENT_SESSIONS_DATABASE_FILE: at("payments.db") })).toContain(
    "To give the value itself, set PAYMENT_SESSIONS_DATABASE.",
  );
});

test("a variable of white space only is refused, and the end of a Windows line alone counts as not set", async () => {
  for (const name of ["ENCRYPTION_KEY", "ENCRYPTION_KEY_FILE", "SMTP_URL", "DATABASE"].map(
    (one) => `PAYMENT_SESSIONS_${one}`,
  )) {
    const callWith = (text: string) => commandLineIn(folderWith({}), { [name]: text }).call("config", "check");
    for (const text of [" ", "\t\r"]) {
      const { exitCode, error } = await callWith(text);
      expect([name, exitCode, error]).toEqual([name, 2, expect.stringContaining(`${name} contains only white space`)]);
    }
    for (const text of ["", "\r"]) expect((await callWith(text)).error).not.toContain(name);
  }
});

test("O12: init writes a configuration that works, an encryption key and .gitignore lines, and overwrites nothing", async () => {
  const folder = folderWith({ ".gitignore": "node_modules", "tsconfig.json": "{}" });
  const { call } = commandLineIn(folder);
  expect(await call("init")).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining("payment-sessions.config.ts was written"),
  });
  const env = readFileSync(join(folder, ".env"), "utf8");
  expect(env).toMatch(/^PAYMENT_SESSIONS_ENCRYPTION_KEY=[A-Za-z0-9+/]{43}=$/m);
  expect(statSync(join(folder, ".env")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, ".gitignore"), "utf8").split("\n").slice(0, 3)).toEqual([
    "node_modules",
    ".env",
    "payments.db",
  ]);
  execFileSync("git", ["init", "-q"], { cwd: folder });
  expect(execFileSync("git", ["check-ignore", ".env"], { cwd: folder, encoding: "utf8" })).toBe(".env\n");

  const { setting } = await check(folder);
  expect(setting("encryption-key")).toMatchObject({
    from: "environment",
    source: "PAYMENT_SESSIONS_ENCRYPTION_KEY in .env",
  });
  expect(setting("environments")).toMatchObject({ value: "test", from: "file" });

  const before = readFileSync(join(folder, "payment-sessions.config.ts"), "utf8");
  expect(await call("init")).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining("already exists and was not changed"),
  });
  rmSync(join(folder, "payment-sessions.config.ts"));
  await call("init");
  expect(readFileSync(join(folder, ".env"), "utf8")).toBe(env);
  expect(readFileSync(join(folder, "payment-sessions.config.ts"), "utf8")).toBe(before);
});

test("O12: a variable or a configuration file never chooses a record", async () => {
  const folder = folderWith({ "payment-sessions.config.mjs": config('database: "x.db"') });
  const { call, json } = commandLineIn(folder, {
    PAYMENT_SESSIONS_WEBHOOK_URL: "https://left.over.example",
    PAYMENT_SESSIONS_KYC: "approved",
  });
  await call("migrate");
  const { document } = await json("store", "create", "--name", "Tea");
  expect(document).toMatchObject({ kyc: expect.not.stringContaining("approved") });
  expect(document).not.toHaveProperty("webhookUrl");
});

test("O12: the demo never uses the database of a configuration file or of the environment", async () => {
  const folder = folderWith({ "payment-sessions.config.mjs": config('database: "real.db"') });
  const environment = { PAYMENT_SESSIONS_DATABASE: join(folder, "other.db") };
  const demo = await commandLineIn(folder, environment).begin("demo", "--port", "0");
  await demo.stop();
  expect(["real.db", "other.db"].filter((name) => existsSync(join(folder, name)))).toEqual([]);
});

test("O12: the demo prints links to itself, also when the environment has the base URL of a service", async () => {
  const environment = { PAYMENT_SESSIONS_BASE_URL: "https://pay.example.com" };
  const demo = await commandLineIn(folderWith({}), environment).begin("demo", "--port", "0", "--json");
  const { baseUrl, panelUrl } = JSON.parse(demo.out) as Record<string, string>;
  await demo.stop();
  expect([baseUrl, panelUrl]).toEqual(Array(2).fill(expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+/)));
});

test("O12: a secret in place of the name of its file is not shown", async () => {
  const errorOf = async (value: string) =>
    (await commandLineIn(folderWith({}), { PAYMENT_SESSIONS_ENCRYPTION_KEY_FILE: value }).call("config", "check"))
      .error;
  const advice = "To give the value itself, set PAYMENT_SESSIONS_ENCRYPTION_KEY.";
  expect(await errorOf(key)).toContain(`the file that it names cannot be read (ENOENT). ${advice}`);
  expect(await errorOf(key)).not.toContain(key.slice(0, 8));
  expect(await errorOf(`${key}\0`)).not.toContain(key.slice(0, 8));
});

test("defineConfig returns its argument", () => {
  const storage = sqliteStorage({ filename: ":memory:" });
  const given = { storage, baseUrl: "http://127.0.0.1:1" };
  expect(defineConfig(given)).toBe(given);
});

test("text in place of an adapter is refused without being shown", () => {
  // Wrong on purpose: the address of a database is no storage.
  const storage = "postgres://user:geheim@db.example.com/name" as never;
  expect(() => createPaymentService({ baseUrl: "https://pay.example.com", storage })).toThrow(
    /storage must be a storage such as .*; got a string\./,
  );
});

test.each([
  ["text", "sk_live_geheim", "string"],
  ["a list", ["sk_live_geheim"], "list"],
])("%s in place of a provider is refused without being shown", (_, given, kind) => {
  const options = { baseUrl: "https://pay.example.com", storage: sqliteStorage({ filename: ":memory:" }) };
  // Wrong on purpose: the key of a provider is no provider.
  const live = given as never;
  for (const option of ["openBanking", "cardPages"]) {
    expect(() => createPaymentService({ ...options, [option]: { live } })).toThrow(
      `${option}.live must be a provider with code, createSession and fetchOutcome; got a ${kind}.`,
    );
  }
});

test.each([
  ["a space at its end", "shop.db ", /must not begin or end with a space/],
  ["the end of a Windows line", "shop.db\r", /control character/],
  ["quotes", '"shop.db"', /must not be in quotes/],
  ["a scheme", "sqlite:shop.db", /must not be a URI/],
  ["a file URI", "file:shop.db", /must not be a URI/],
  ["parameters", "shop.db?mode=ro", /must not have parameters/],
])("a database name with %s is refused, and no file is created by it", async (_, database, message) => {
  const folder = folderWith({});
  // A variable loses its blanks before: those at the end of a line come from the file that it was written in.
  const { exitCode, error } = await commandLineIn(folder).call("migrate", `--database=${database}`);
  expect([exitCode, error]).toEqual([2, expect.stringMatching(message)]);
  expect(error).toContain("--database");
  expect(readdirSync(folder)).toEqual([]);
});

test("a byte order mark before the first variable of .env hides nothing, and init adds no second key", async () => {
  const folder = folderWith({
    ".env": `\uFEFFPAYMENT_SESSIONS_ENCRYPTION_KEY=${key}\n`,
    "payment-sessions.config.mjs": config('database: "kept.db"'),
  });
  onTestFinished(() => void delete process.env.PAYMENT_SESSIONS_ENCRYPTION_KEY);
  const { setting } = await check(folder);
  expect(setting("encryption-key")).toMatchObject({ source: "PAYMENT_SESSIONS_ENCRYPTION_KEY in .env" });
  rmSync(join(folder, "payment-sessions.config.mjs"));
  const { out } = await commandLineIn(folder).call("init");
  expect(out).toContain(".env already has an encryption key");
});

test("a .env of an old editor, whose lines end with CR alone, is read", async () => {
  const folder = folderWith({
    ".env": `PAYMENT_SESSIONS_PORT=8181\rPAYMENT_SESSIONS_ENCRYPTION_KEY=${key}\r`,
    "payment-sessions.config.mjs": config(""),
  });
  onTestFinished(() => {
    delete process.env.PAYMENT_SESSIONS_ENCRYPTION_KEY;
    delete process.env.PAYMENT_SESSIONS_PORT;
  });
  const { setting } = await check(folder);
  expect(setting("port")).toMatchObject({ value: "8181" });
  expect(setting("encryption-key")).toMatchObject({ source: "PAYMENT_SESSIONS_ENCRYPTION_KEY in .env" });
});

test.each([
  ["in UTF-16", (line: string) => Buffer.from(`\uFEFF${line}`, "utf16le"), /^\.env is not UTF-8 text/],
  ["with a colon", (line: string) => line.replace("=", ": "), /does not set PAYMENT_SESSIONS_ENCRYPTION_KEY: write/],
  ["for PowerShell", (line: string) => `$env:${line}`, /does not set PAYMENT_SESSIONS_ENCRYPTION_KEY: write/],
  ["for cmd.exe", (line: string) => `set ${line}`, /does not set PAYMENT_SESSIONS_ENCRYPTION_KEY: write/],
] as const)(
  "a .env %s is refused without showing its key, and init does not add another",
  async (_, write, message) => {
    const folder = folderWith({ "payment-sessions.config.mjs": config('database: "kept.db"') });
    writeFileSync(join(folder, ".env"), write(`PAYMENT_SESSIONS_ENCRYPTION_KEY=${key}\n`));
    const before = readFileSync(join(folder, ".env"));
    const { call } = commandLineIn(folder);
    for (const command of [["migrate"], ["config", "check"], ["init"]]) {
      if (command[0] === "init") rmSync(join(folder, "payment-sessions.config.mjs"));
      const { exitCode, out, error } = await call(...command);
      expect([exitCode, error]).toEqual([2, expect.stringMatching(message)]);
      expect(out + error).not.toContain(key.slice(0, 20));
    }
    expect(readFileSync(join(folder, ".env"))).toEqual(before);
    expect(readdirSync(folder)).toEqual([".env"]);
  },
);

test("a variable whose name has a value in it is reported by its name only", async () => {
  const folder = folderWith({ "payment-sessions.config.mjs": config("") });
  const { error } = await commandLineIn(folder, { "PAYMENT_SESSIONS_METRICS_TOKEN: geheim": "" }).call(
    "config",
    "check",
  );
  expect(error).toMatch(/^Warning: PAYMENT_SESSIONS_METRICS_TOKEN is not read/);
  expect(error).not.toContain("geheim");
});

test("init that cannot write the key leaves no configuration, so that it can be called again", async () => {
  const folder = folderWith({});
  mkdirSync(join(folder, ".env"));
  const { call } = commandLineIn(folder);
  expect((await call("init")).exitCode).toBe(1);
  rmdirSync(join(folder, ".env"));
  expect(await call("init")).toMatchObject({ exitCode: 0, out: expect.stringContaining("A new encryption key was") });
});

test("a relative file in .env is relative to that .env, as in the configuration file beside it", async () => {
  const folder = folderWith({
    "payment-sessions.config.mjs": config("port: 0"),
    ".env": "PAYMENT_SESSIONS_DATABASE=kept.db\nPAYMENT_SESSIONS_ENCRYPTION_KEY_FILE=key.txt\n",
    "key.txt": key,
  });
  onTestFinished(() => {
    delete process.env.PAYMENT_SESSIONS_DATABASE;
    delete process.env.PAYMENT_SESSIONS_ENCRYPTION_KEY_FILE;
  });
  const elsewhere = folderWith({});
  const file = join(folder, "payment-sessions.config.mjs");
  const { setting } = await check(elsewhere, {}, "--config", file);
  expect(setting("database")).toMatchObject({
    value: join(folder, "kept.db"),
    source: "PAYMENT_SESSIONS_DATABASE in .env",
  });
  expect(setting("encryption-key")).toMatchObject({ source: "PAYMENT_SESSIONS_ENCRYPTION_KEY_FILE in .env" });
  const { exitCode } = await commandLineIn(elsewhere).call("migrate", "--config", file);
  expect([exitCode, existsSync(join(folder, "kept.db")), readdirSync(elsewhere)]).toEqual([0, true, []]);
});

test("an address in .env is not a file", async () => {
  const inFolder = (database: string) =>
    folderWith({
      "payment-sessions.config.mjs": config("port: 0"),
      ".env": `PAYMENT_SESSIONS_DATABASE=${database}\n`,
    });
  onTestFinished(() => void delete process.env.PAYMENT_SESSIONS_DATABASE);
  const address = "postgres://db.example.com/name";
  expect((await check(inFolder(address))).setting("database")).toMatchObject({ value: address });
  const { error } = await commandLineIn(inFolder("mysql://db/x")).call("config", "check");
  expect(error).toMatch(/^PAYMENT_SESSIONS_DATABASE in \.env must be a file .*; got "mysql:\/\/db\/x"\.$/);
});

test("a database in the file or in .env that is no plain file name is refused, not taken as a name beside it", async () => {
  const inFile = folderWith({ "payment-sessions.config.mjs": config('database: "file:shop.db"') });
  const inEnv = folderWith({
    "payment-sessions.config.mjs": config("port: 0"),
    ".env": "PAYMENT_SESSIONS_DATABASE=sqlite:shop.db\n",
  });
  onTestFinished(() => void delete process.env.PAYMENT_SESSIONS_DATABASE);
  for (const folder of [inFile, inEnv]) {
    const { exitCode, error } = await commandLineIn(folder).call("migrate");
    expect([exitCode, error]).toEqual([2, expect.stringMatching(/must not be a URI/)]);
  }
});

test("blanks and the end of a Windows line around a variable's value are ignored", async () => {
  const folder = folderWith({
    "payment-sessions.config.mjs": config('database: "kept.db"'),
    ".env": "PAYMENT_SESSIONS_LOG_LEVEL='error\r'\r\nPAYMENT_SESSIONS_HOST=127.0.0.1\r\n",
  });
  onTestFinished(() => {
    delete process.env.PAYMENT_SESSIONS_LOG_LEVEL;
    delete process.env.PAYMENT_SESSIONS_HOST;
  });
  const serve = await commandLineIn(folder, {
    PAYMENT_SESSIONS_PORT: " 0\r",
    PAYMENT_SESSIONS_ALLOW_HTTP_WEBHOOKS: "true\r",
    PAYMENT_SESSIONS_METRICS_PORT: "0 ",
  }).begin("serve", "--json");
  expect(await serve.stop()).toMatchObject({ exitCode: 0 });
});
