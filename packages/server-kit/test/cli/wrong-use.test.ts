// The error messages of incorrect calls: which option, what would be valid, exit status 2.
import { existsSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveCommand } from "../../src/cli/commands/serve.js";
import { describeFailure } from "../../src/cli/describe-failure.js";
import { readOptions } from "../../src/cli/given-options.js";
import { warnIfMailServerUnreachable } from "../../src/cli/mailer-for.js";
import { DatabaseFileError, explainMissingDriver, explainOpening } from "../../src/storage/sqlite/opening-errors.js";
import { unavailable } from "../../src/storage/unavailable.js";
import { commandLineIn, commandLineOn, freshFile } from "./call-command-line.js";

const wrongCalls: [string, string[], RegExp][] = [
  [
    "an unknown command",
    ["stor", "list"],
    /no command "stor"; did you mean "store"\? Commands: serve, demo, init, config, store/,
  ],
  ["a command without its verb", ["store"], /"store" needs a subcommand: create, update, list, show, /],
  ["an unknown verb", ["key", "make"], /"key" needs a subcommand: create, list or revoke; got "make"\./],
  ["a mistyped option", ["store", "list", "--limt", "3"], /no option --limt\. Did you mean --limit\?/],
  ["an unknown option", ["store", "list", "--colour"], /no option --colour\. "store list --help" lists/],
  ["an option without its value", ["store", "create", "--name", "--json"], /--name needs a value: --name <text>/],
  ["a switch with a value", ["store", "list", "--json=yes"], /--json takes no value; got "yes"/],
  ["an option given twice", ["store", "show", "--merchant-id", "a", "b"], /--merchant-id is given twice/],
  ["an argument of a command without one", ["store", "list", "tea"], /takes options only; got "tea"/],
  ["a second argument of a command with one", ["store", "show", "a", "b"], /takes one argument; got "b"/],
  ["a missing required option", ["key", "create", "--environment", "test"], /--merchant-id is missing/],
  [
    "a word outside its set",
    ["key", "create", "--merchant-id", "a", "--environment", "prod"],
    /must be one of test, live; got "prod"/,
  ],
  ["a number out of range", ["serve", "--port", "70000"], /--port must be a whole number from 0 to 65535; got "70000"/],
  ["a number with a fraction", ["store", "list", "--limit", "1.5"], /whole number/],
  [
    "a time without an offset",
    ["key", "create", "--merchant-id", "a", "--environment", "test", "--expires-at", "2027-01-31T12:00:00"],
    /--expires-at must be a time such as/,
  ],
  [
    "a day that the calendar does not have",
    ["webhook", "redeliver", "--until", "2027-02-30"],
    /--until must be a time such as .*; got "2027-02-30"/,
  ],
  [
    "a time on a day that the calendar does not have",
    ["key", "create", "--merchant-id", "a", "--environment", "test", "--expires-at", "2027-04-31T12:00:00Z"],
    /--expires-at must be a time such as/,
  ],
  ["an unknown method", ["store", "create", "--name", "A", "--methods", "cash=live"], /must be one of qr_pay/],
  [
    "a method without its switch",
    ["store", "create", "--name", "A", "--methods", "qr_pay"],
    /--methods must be written qr_pay=off\|test\|live/,
  ],
  [
    "half a bank account",
    ["store", "create", "--name", "A", "--bic", "MARKDEF1100"],
    /--iban is missing: a bank account has/,
  ],
  ["plain http outside loopback", ["serve", "--base-url", "http://pay.example.com"], /--base-url .* plain http/],
  ["an invalid prefix", ["migrate", "--service-prefix", "X"], /--service-prefix must be/],
  [
    "a PostgreSQL server for the demo",
    ["demo", "--database", "postgres://db/x"],
    /--database names a PostgreSQL server: the demo needs a file/,
  ],
  [
    "a PostgreSQL server for a backup",
    ["backup", "copy.db", "--database", "postgres://db/x"],
    /--database names a PostgreSQL server: copy it with PostgreSQL's own pg_dump/,
  ],
  [
    "a schema that is not a name",
    ["migrate", "--database", "postgres://db/x", "--database-schema", "a-b"],
    /--database-schema must be a name of letters, digits and underscores/,
  ],
  [
    "a connection limit of one",
    ["migrate", "--database", "postgres://db/x", "--database-connections", "1"],
    /--database-connections must be a whole number from 2/,
  ],
  [
    "a PostgreSQL address that is none",
    ["migrate", "--database", "postgres://u:geheim@[x/name"],
    /^(?!.*geheim)--database is not a valid PostgreSQL address/,
  ],
  ["an option in place of a value", ["store", "create", "--name", "--iban"], /A value that starts with "-" is written/],
  [
    "money without its amount",
    ["payment", "receive", "pay_1", "--currency", "EUR", "--reason", "by letter"],
    /--amount-cents is missing: give the amount received in minor units/,
  ],
  [
    "--as-new without a delivery",
    ["webhook", "redeliver", "--state", "dead", "--as-new"],
    /--as-new needs --delivery-id/,
  ],
  [
    "one delivery and a choice of many",
    ["webhook", "redeliver", "d1", "--dry-run"],
    /--dry-run is for many deliveries: give --state/,
  ],
  ["a dry run that rewrites the file", ["prune", "--compact", "--dry-run"], /do not give it with --dry-run/],
  [
    "a password that is not in the environment",
    ["user", "update", "--user-id", "u1", "--password-from-environment"],
    /needs the password in PAYMENT_SESSIONS_PASSWORD/,
  ],
  [
    "a change of a user without a change",
    ["user", "update", "--user-id", "u1"],
    /Nothing to change: give at least one/,
  ],
  ["the deletion of a user without --yes", ["user", "delete", "--user-id", "u1"], /Nothing was deleted.*add --yes/],
  [
    "a column map that is missing",
    ["statement", "import", import.meta.filename, "--merchant-id", "m", "--column-map", "/none"],
    /--column-map must name a file with JSON/,
  ],
  ["a backup that does not exist", ["restore", "/none.db"], /There is no file \/none\.db: give the path of a backup/],
  ["a backup of no database", ["backup", "copy.db"], /There is no database .*payments\.db: check --database\./],
];

test("a backup into a folder that does not exist is refused by its name", async () => {
  const { call } = commandLineOn(freshFile());
  await call("migrate");
  expect(await call("backup", "/none/copy.db")).toMatchObject({
    exitCode: 2,
    error: "There is no folder /none: create it, or give another file.",
  });
});

test("doctor names a base URL that is none, and a database that does not exist", async () => {
  const { exitCode, out } = await commandLineOn(freshFile()).call("doctor", "--base-url", "pay.example.com");
  expect(exitCode).toBe(1);
  expect(out).toMatch(
    /problem +base url +--base-url must be an absolute http or https URL .*; got "pay\.example\.com"/,
  );
  expect(out).toMatch(/problem +database +.*payments\.db does not exist: run "payment-sessions migrate"/);
});

test.each([
  "pay.example.com?token=geheim",
  "https://ann:geheim@pay.example.com",
  "ann:geheim@pay.example.com",
  "https://ann:geheim@%HOST%",
  "http://pay.example.com/?token=geheim",
  "https://pay.example.com/?token=geheim#geheim",
])(
  "neither serve nor config check nor doctor repeats the secret in the base URL %s, and each refuses it",
  async (url) => {
    const { call } = commandLineOn(freshFile(), { PAYMENT_SESSIONS_BASE_URL: url });
    await call("migrate");
    for (const command of [["serve", "--port", "0"], ["config", "check"], ["doctor"]]) {
      const { exitCode, out, error } = await call(...command);
      expect(exitCode).toBe(command[0] === "doctor" ? 1 : 2);
      expect(out + error).toMatch(/PAYMENT_SESSIONS_BASE_URL must (be an absolute|not contain)/);
      expect(out + error).not.toContain("geheim");
    }
  },
);

test.each([
  "postgres//ann:geheim@db/pay",
  "postgres:ann:geheim@db/pay",
  "postgres:/ann:ge/heim@db/pay",
  "ann:geheim@db:5432/pay",
  "Server=db;User Id=ann;Password=geheim",
])("the mistyped address of a database %s is refused without its password, and creates no file", async (text) => {
  const { call } = commandLineOn(text);
  for (const command of [["migrate"], ["store", "list"], ["doctor"], ["config", "check"], ["backup", "copy.db"]]) {
    const { exitCode, out, error } = await call(...command);
    expect([exitCode, out + error]).toEqual([
      2,
      expect.stringMatching(/^PAYMENT_SESSIONS_DATABASE (must not|looks like) /),
    ]);
    expect(out + error).not.toMatch(/heim/);
  }
  expect(existsSync(text)).toBe(false);
});

test.each(wrongCalls)("refuses %s", async (_, argv, message) => {
  const database = freshFile();
  const environment = argv.includes("--database") ? { PAYMENT_SESSIONS_DATABASE: "" } : {};
  const result = await commandLineOn(database, environment).call(...argv);
  expect(result.error).toMatch(message);
  expect(result).toMatchObject({ exitCode: 2, out: argv.includes("--json") ? expect.any(String) : "" });
  expect(existsSync(database)).toBe(false);
});

test.each<[string, Record<string, string>, string[], RegExp]>([
  ["a switch", { ALLOW_HTTP_WEBHOOKS: "maybe" }, ["serve"], /^PAYMENT_SESSIONS_ALLOW_HTTP_WEBHOOKS must be 1, true/],
  ["a port", { PORT: "zzz" }, ["serve"], /^PAYMENT_SESSIONS_PORT must be a whole number .* got "zzz"/],
  ["a word", { LOG_LEVEL: "loud" }, ["migrate"], /^PAYMENT_SESSIONS_LOG_LEVEL must be one of/],
  ["a list", { ENVIRONMENTS: "prod" }, ["serve"], /^Each part of PAYMENT_SESSIONS_ENVIRONMENTS must be one of/],
  ["a base URL", { BASE_URL: "http://pay.example.com" }, ["serve"], /^PAYMENT_SESSIONS_BASE_URL .* plain http/],
  ["a prefix", { SERVICE_PREFIX: "X" }, ["migrate"], /^PAYMENT_SESSIONS_SERVICE_PREFIX must be/],
  ["a mail server", { SMTP_URL: "mail.example.com" }, ["serve"], /^PAYMENT_SESSIONS_SMTP_URL must begin with smtp/],
  [
    "a mail server with an unfilled place",
    { SMTP_URL: "smtp://mail:geheim@%MAIL_HOST%:587" },
    ["serve"],
    /^(?!.*geheim)PAYMENT_SESSIONS_SMTP_URL must begin with smtp/s,
  ],
  ["a database", { DATABASE: "mysql://db/x" }, ["migrate"], /^PAYMENT_SESSIONS_DATABASE must be a file/],
])("O14: names the variable that %s came from", async (_, variables, argv, message) => {
  const environment = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [`PAYMENT_SESSIONS_${name}`, value]),
  );
  const result = await commandLineOn(freshFile(), environment).call(...argv);
  expect(result.error).toMatch(message);
  expect(result.exitCode).toBe(2);
});

test.each([
  ["a file that is not a database", "notes.txt", /^PAYMENT_SESSIONS_DATABASE: .*notes\.txt is not a SQLite database/],
  [
    "a file in a folder that does not exist",
    "none/payments.db",
    /^PAYMENT_SESSIONS_DATABASE: .*payments\.db cannot be created: its folder/,
  ],
  ["a folder", "", /^PAYMENT_SESSIONS_DATABASE: .* is a folder: give a file in it/],
  [
    "a device",
    `${"../".repeat(20)}dev/null`,
    /^PAYMENT_SESSIONS_DATABASE: .*null is a device, a pipe or a socket: give a file/,
  ],
])("O14: names the variable that %s came from", async (_, name, message) => {
  const folder = dirname(freshFile());
  writeFileSync(join(folder, "notes.txt"), "not a database ".repeat(100), { mode: 0o600 });
  for (const command of [["migrate"], ["serve", "--port", "0"]]) {
    const result = await commandLineOn(join(folder, name)).call(...command);
    expect(result).toMatchObject({ exitCode: 2, error: expect.stringMatching(message) });
  }
});

test.each([
  ["not a host", /^--host "not a host" is not an address of this machine/],
  ["203.0.113.5", /^--host "203\.0\.113\.5" is not an address of this machine/],
])("O14: serve names the host that cannot be listened on: %s", async (host, message) => {
  const { error, exitCode } = await commandLineOn(freshFile()).call("serve", "--host", host);
  expect(error).toMatch(message);
  expect(exitCode).toBe(2);
});

test("O14: serve and doctor name the source of an unreachable mail server's address, without its password", async () => {
  const variables = { PAYMENT_SESSIONS_SMTP_URL: "smtp://mail:geheim@127.0.0.1:1" };
  const { call, begin } = commandLineOn(freshFile(), variables);
  const served = await begin("serve", "--port", "0");
  const doctor = await call("doctor");
  const { error } = await served.stop();
  const sentence = "PAYMENT_SESSIONS_SMTP_URL: the mail server 127.0.0.1:1 cannot be used (";
  expect(error).toContain(`Warning: ${sentence}`);
  expect(doctor.out).toContain(sentence);
  expect(error + doctor.out).not.toContain("geheim");
});

test("doctor names an address of a mail server that is invalid, without its password", async () => {
  const variables = { PAYMENT_SESSIONS_SMTP_URL: "smtp://mail:geheim@%MAIL_HOST%:587" };
  const { out } = await commandLineOn(freshFile(), variables).call("doctor");
  expect(out).toMatch(/problem +mail +PAYMENT_SESSIONS_SMTP_URL must begin with smtp:\/\/ .* and name a host/);
  expect(out).not.toContain("geheim");
});

test("a check of the mail server that fails is a warning, not the end of serve", async () => {
  const errors: string[] = [];
  const given = readOptions(serveCommand, [], { PAYMENT_SESSIONS_SMTP_URL_FILE: "removed-meanwhile.txt" });
  await warnIfMailServerUnreachable(given, { error: (text) => void errors.push(text) });
  expect(errors).toEqual([expect.stringMatching(/^Warning: PAYMENT_SESSIONS_SMTP_URL_FILE must name a file/)]);
});

test.each([
  ["disk I/O error", "SQLITE_IOERR_SHMSIZE"],
  ["database or disk is full", "SQLITE_FULL"],
])("O3: %s (%s) at the opening names the file and its disk, and is no wrong use", (message, code) => {
  const error = explainOpening(new Sqlite.SqliteError(message, code), "payments.db");
  expect(error).toMatchObject({
    message: `payments.db cannot be used: ${message} (${code}). Check the free space of its disk (df), and the disk.`,
  });
  expect(error).not.toBeInstanceOf(DatabaseFileError);
});

test("O3: a command whose write a full disk refuses says why", () => {
  const cause = new Sqlite.SqliteError("database or disk is full", "SQLITE_FULL");
  expect(describeFailure(unavailable(cause))).toEqual({
    code: "UNHEALTHY",
    message: "The database cannot be used: database or disk is full",
  });
});

test("O15: a SQLite driver without its binary is reported in one sentence with the command to run", () => {
  const error = explainMissingDriver(new Error("Could not locate the bindings file. Tried:\n → /a\n → /b"));
  expect(error).toMatchObject({ message: expect.stringMatching(/^[^\n]*"pnpm approve-builds"[^\n]*$/) });
  expect(explainOpening(error, "payments.db")).toBe(error);
});

test.each([
  ["EACCES", Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" })],
  ["SQLITE_READONLY", new Sqlite.SqliteError("attempt to write a readonly database", "SQLITE_READONLY")],
  [
    "SQLITE_READONLY_DIRECTORY",
    new Sqlite.SqliteError("attempt to write a readonly database", "SQLITE_READONLY_DIRECTORY"),
  ],
])("O14: names the database file that this user may not write: %s", (_, error) => {
  const message = expect.stringMatching(/^payments\.db cannot be written by this user: change .* owner or mode/);
  expect(explainOpening(error, "payments.db")).toMatchObject({ message });
});

test("refuses a short encryption key without repeating it", async () => {
  const { call } = commandLineOn(freshFile(), { PAYMENT_SESSIONS_ENCRYPTION_KEY: "c2hvcnQ=" });
  const result = await call("migrate");
  expect(result).toMatchObject({ exitCode: 2, error: expect.stringContaining("must be 32 bytes as base64") });
  expect(result.error).not.toContain("c2hvcnQ=");
});

test("refuses a database that does not exist, and does not create it", async () => {
  const database = freshFile();
  const result = await commandLineOn(database).call("store", "list");
  expect(result).toMatchObject({ exitCode: 2, error: expect.stringContaining("There is no database") });
  expect(existsSync(database)).toBe(false);
});

test("with --json an error is one JSON document too", async () => {
  const { json } = commandLineOn(freshFile());
  expect(await json("store", "list", "--limt", "3")).toEqual({
    exitCode: 2,
    document: { error: { code: "USAGE", message: expect.stringContaining("--limit") } },
  });
});

test("names every invalid setting of a store, with exit status 1", async () => {
  const { json } = commandLineOn(freshFile());
  const result = await json(
    "store",
    "create",
    "--name",
    " x ",
    "--webhook-url",
    "ftp://a",
    "--contact-email",
    "nobody",
  );
  expect(result).toMatchObject({
    exitCode: 1,
    document: { error: { code: "VALIDATION_ERROR", details: [{ path: "webhookUrl" }, { path: "contactEmail" }] } },
  });
});

test("shows an overview, and the help of each command with the variable of its database option", async () => {
  const { call } = commandLineOn(freshFile());
  const overview = await call("--help");
  expect(overview.exitCode).toBe(0);
  const names = [...overview.out.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?) {2}/gm)].map(([, name = ""]) => name);
  expect(names).toContain("webhook redeliver");
  for (const name of names) {
    const help = await call(...name.split(" "), "--help");
    expect(help).toMatchObject({ exitCode: 0, out: expect.stringContaining(`payment-sessions ${name}`) });
    if (!["init", "copy"].includes(name))
      expect(help.out).toMatch(/--database <file(\|url)?> .* \[PAYMENT_SESSIONS_DATABASE\]/);
  }
});

test.each([
  [["store", "disable", "mer_none"], 'There is no store mer_none: "payment-sessions store list" shows them.'],
  [["webhook", "verify", "mer_none"], 'There is no store mer_none: "payment-sessions store list" shows them.'],
  [
    ["key", "create", "--merchant-id", "mer_none", "--environment", "test"],
    'There is no store mer_none: "payment-sessions store list" shows them.',
  ],
  [["webhook", "history", "pay_none"], 'There is no payment pay_none: "payment-sessions payment list" shows them.'],
  [["payment", "show", "pay_none"], 'There is no payment pay_none: "payment-sessions payment list" shows them.'],
  [["store", "show", "mer_none"], 'There is no store mer_none: "payment-sessions store list" shows them.'],
  [["key", "list", "mer_none"], 'There is no store mer_none: "payment-sessions store list" shows them.'],
])("names the unknown id, and the command that lists the known ones: %s", async (argv, message) => {
  const { call, json } = commandLineOn(freshFile());
  await call("migrate");
  expect(await call(...argv)).toMatchObject({ exitCode: 1, error: message });
  expect((await json(...argv)).document).toMatchObject({
    error: { code: expect.stringMatching(/^(STORE|MERCHANT|PAYMENT)_NOT_FOUND$/), message },
  });
});

test("names an invalid setting once, by its option", async () => {
  const { call } = commandLineOn(freshFile());
  const { error } = await call("store", "create", "--name", "Tea", "--webhook-url", "http://shop.example");
  expect(error).toMatch(/^--webhook-url: .*https:\/\//);
  expect(error).not.toContain("\n");
});

test("prints its version", async () => {
  const { call } = commandLineOn(freshFile());
  expect(await call("--version")).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});

test("an expired key is listed as expired", async () => {
  const { call } = commandLineOn(freshFile());
  await call("migrate");
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const soon = new Date(Date.now() + 60_000).toISOString();
  await call("key", "create", "--merchant-id", "tea", "--environment", "test", "--expires-at", soon);
  expect((await call("key", "list", "tea")).out).toContain("active");
  vi.useFakeTimers({ now: Date.now() + 120_000, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { out } = await call("key", "list", "tea");
  expect(out).toContain("expired");
  expect(out).not.toContain("active");
});

test("a key for payments that the service does not serve is created with a warning", async () => {
  const { call } = commandLineOn(freshFile(), { PAYMENT_SESSIONS_ENVIRONMENTS: "test" });
  await call("migrate");
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const create = ["key", "create", "--merchant-id", "tea", "--environment"];
  expect((await call(...create, "live")).error).toMatch(
    /^Warning: PAYMENT_SESSIONS_ENVIRONMENTS does not include live/,
  );
  expect((await call(...create, "test")).error).toBe("");
});

test("errors name the option and what would be right", async () => {
  const database = freshFile();
  const { call } = commandLineOn(database);
  await call("migrate");
  await call("store", "create", "--name", "Tea", "--merchant-id", "tea");
  const errorOf = async (...argv: string[]) => (await call(...argv)).error;
  const past = ["--environment", "test", "--expires-at", "2020-01-01T00:00:00Z"];
  expect(await errorOf("key", "create", "--merchant-id", "tea", ...past)).toBe(
    "--expires-at: must be a time in the future",
  );
  expect(await errorOf("webhook", "redeliver")).toContain("or choose failed ones with --state, --merchant-id");
  expect(await errorOf("store", "update", "tea", "--return-hosts", "https://shop.example/")).toBe(
    "--return-hosts: must be host names without https:// and without a path, such as shop.example.com",
  );
  expect((await call("webhook", "list")).out).toContain("No deliveries have failed. --state pending,sending lists");
});

test("a missing database is named with its whole path, and the folder without a configuration file is mentioned", async () => {
  const { error } = await commandLineOn("payments-missing.db").call("store", "list");
  expect(error).toContain(`There is no database ${join(process.cwd(), "payments-missing.db")}: check --database, and`);
  expect(error).toContain("it has no configuration file");
});

test("config check says that a .env without a configuration file is not read", async () => {
  const folder = dirname(freshFile());
  writeFileSync(join(folder, ".env"), "PAYMENT_SESSIONS_PORT=1\n");
  expect((await commandLineIn(folder).call("config", "check")).out).toContain("The .env of this folder is not read");
});

test("a file that is no database, or is damaged, is named with advice that can be followed", async () => {
  const database = freshFile();
  const folder = dirname(database);
  const text = join(folder, "s.csv");
  writeFileSync(text, "date;amount\n".repeat(200));
  const { call } = commandLineOn(database);
  const copied = await call("copy", "--from", text, "--to", "postgres://127.0.0.1:1/x");
  expect(copied.error).toContain(`${text} is not a SQLite database`);
  await call("migrate");
  const backup = join(folder, "backup.db");
  await call("backup", backup);
  truncateSync(backup, 40_960);
  const restored = await call("restore", backup, "--replace");
  expect(restored).toMatchObject({ exitCode: 1, out: "" });
  expect(restored.error).toContain(`${backup} is damaged, so nothing was changed: restore another backup.`);
});
