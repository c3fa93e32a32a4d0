// payment-sessions config check: the effective configuration, and the source of each value.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { encryptionKeysOf } from "../../compose/encryption-keys.js";
import { readText } from "../../domain/read-field.js";
import { createVault } from "../../domain/vault.js";
import { serviceOptionsOf } from "../../service-config.js";
import { maskedConnectionString } from "../../storage/postgres/connection-string.js";
import type { Command, GivenOptions, OptionSpec, Origin } from "../command.js";
import { readConfigField } from "../layers.js";
import { encryptionKeys } from "../open-service.js";
import { retentionOption, retentionSettings, retentionText } from "../option-values.js";
import { readServeSettings } from "../serve-settings.js";
import { table } from "../table.js";
import { serveCommand } from "./serve.js";

interface Setting {
  name: string;
  /** The value as text; secrets are masked. */
  value: string;
  from: Origin;
  /** The option, the variable or the field of the file. */
  source: string;
}

export const configCheckCommand: Command = {
  name: "config check",
  summary:
    "Shows the configuration that `serve` would use and where each value comes from: default, file, environment or flag. Secrets are masked. Exit status 2 for an invalid configuration.",
  options: serveCommand.options,
  async run(given, io) {
    readServeSettings(given);
    const options = serveCommand.options.filter(({ name }) => name !== "config");
    const settings = [
      ...options.map((spec) => (spec === retentionOption ? retentionSetting(given) : settingOf(given, spec))),
      keySetting(given),
      ...onlyInFile(given),
    ];
    const file = given.configFile?.name;
    const rows = settings.map(({ name, value, from, source }) => [name, value, from, from === "default" ? "" : source]);
    const head = file === undefined ? noFile(io.folder ?? process.cwd()) : `Configuration file: ${file}`;
    return {
      document: { configFile: file ?? null, settings },
      text: `${head}\n\n${table(["SETTING", "VALUE", "FROM", ""], rows, "")}`,
    };
  },
};

function noFile(folder: string): string {
  return existsSync(join(folder, ".env"))
    ? 'No configuration file. The .env of this folder is not read, because no configuration file is beside it: create one with "payment-sessions init".'
    : "No configuration file.";
}

function settingOf(given: GivenOptions, spec: OptionSpec): Setting {
  const { name, value: takes, otherwise = "" } = spec;
  const from = given.origin(name);
  const text = takes === undefined ? String(given.flag(name)) : (given.text(name) ?? "");
  const value = from === "default" ? otherwise : spec.isSecret === true ? masked(spec, text) : text;
  return { name, value, from, source: given.source(name) };
}

/** The one setting that the option and the file may both set, each for its own kinds. */
function retentionSetting(given: GivenOptions): Setting {
  const ofOption = settingOf(given, retentionOption);
  const { retention } = retentionSettings(given);
  const { configFile } = given;
  if (retention === undefined || configFile?.config.retention === undefined) return ofOption;
  const inFile = `retention in ${configFile.name}`;
  const value = retentionText(retention);
  if (ofOption.from === "default") return { ...ofOption, value, from: "file", source: inFile };
  return { ...ofOption, value, source: `${ofOption.source} and ${inFile}` };
}

/** A URL or a file without its passwords; any other secret not at all. */
function masked({ value = "" }: OptionSpec, text: string): string {
  return value.includes("url") ? maskedConnectionString(text) : "…";
}

/** A key is displayed as its id, which the database stores and `doctor` prints. */
function keySetting(given: GivenOptions): Setting {
  const name = "encryption-key";
  const fromEnvironment = given.secret(name) !== undefined;
  const keys = encryptionKeysOf(encryptionKeys(given) ?? given.configFile?.config.encryptionKey);
  if (keys === undefined) return { name, value: "generated, stored in the database", from: "default", source: "" };
  const { keyIds } = createVault(keys, () => new Uint8Array(12));
  const value = keyIds.map((id) => `… (id ${id})`).join(", ");
  return fromEnvironment
    ? { name, value, from: "environment", source: given.secretSource(name) }
    : { name, value, from: "file", source: `encryptionKey in ${given.configFile?.name}` };
}

/** Fields without a row of their own. */
function onlyInFile(given: GivenOptions): Setting[] {
  if (given.configFile === undefined) return [];
  const { config, name: file } = given.configFile;
  const withOption = new Set(serveCommand.options.map((spec) => readConfigField(config, spec)?.path));
  const { webhooks = {}, encryptionKey: _key, retention: _retention, ...others } = serviceOptionsOf(config);
  const fields: [string, unknown][] = [
    ...Object.entries(others),
    ...Object.entries(webhooks).map(([name, value]): [string, unknown] => [`webhooks.${name}`, value]),
  ];
  return fields
    .filter(([name, value]) => value !== undefined && !withOption.has(name))
    .map(([name, value]) => ({ name, value: shown(value), from: "file", source: `${name} in ${file}` }));
}

/** Names and numbers of a value; text may be a secret and is not shown. */
function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const code = readText(value, "code");
  if (code !== undefined) return code;
  return Object.entries(value)
    .map(([name, part]) => (typeof part === "object" ? `${name}: ${shown(part)}` : nameOf(name, part)))
    .join(", ");
}

function nameOf(name: string, part: unknown): string {
  return typeof part === "number" || typeof part === "boolean" ? `${name}: ${part}` : name;
}
