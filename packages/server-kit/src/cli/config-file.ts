// Finds and loads payment-sessions.config.{ts,mjs,js}, and the .env beside it (section "Command line" of the README).
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { createJiti } from "jiti";
import * as kit from "../index.js";
import { findConfigProblems, type ServiceConfig } from "../service-config.js";
import { type EnvironmentVariables, environmentVariableOf, UsageError } from "./command.js";
import { isFilename } from "./database.js";
import { parseEnvFile } from "./env-file.js";
import { fileSuffix } from "./layers.js";

export interface LoadedConfig {
  /** For messages: relative to the current folder, absolute for a file outside it. */
  name: string;
  config: ServiceConfig;
  /** Names of the variables that were read from the .env beside the file. */
  fromEnvFile: ReadonlySet<string>;
  /** The environment with those added; existing variables take precedence. */
  environment: EnvironmentVariables;
}

export const configFileNames = ["ts", "mjs", "js"].map((ending) => `payment-sessions.config.${ending}`);

/** The configuration file of the folder, for calls without --config. @throws UsageError when there are several. */
export function findConfigFile(folder: string): string | undefined {
  const found = configFileNames.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1) throw new UsageError(`Found ${found.join(" and ")}: keep one, or choose one with --config.`);
  return found[0];
}

/** @throws UsageError that names the file and each problem in it. */
export async function loadConfigFile(
  file: string,
  { folder, environment }: { folder: string; environment: EnvironmentVariables },
): Promise<LoadedConfig> {
  const path = resolve(folder, file);
  const shown = relative(folder, path);
  const name = shown.startsWith("..") ? path : shown;
  if (!existsSync(path))
    throw new UsageError(`There is no configuration file ${name}: create one with "payment-sessions init".`);
  const variables = addVariables(dirname(path), environment);
  const config = await evaluate(path, name);
  const problems = findConfigProblems(config);
  if (problems.length > 0) throw new UsageError(problems.map((problem) => `${name}: ${problem}`).join("\n"));
  return {
    name,
    config: { ...config, ...databaseBeside(dirname(path), config) },
    fromEnvFile: new Set(Object.keys(variables)),
    environment: { ...variables, ...environment },
  };
}

async function evaluate(path: string, name: string): Promise<ServiceConfig> {
  // The file imports the package that runs it, so that both have the same version.
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    virtualModules: { "@payment-sessions/server-kit": kit },
  });
  let exported: unknown;
  try {
    exported = await jiti.import(path, { default: true });
    if (typeof exported === "function") exported = await exported();
  } catch (error) {
    throw new UsageError(`${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof exported !== "object" || exported === null || Array.isArray(exported) || !isPlain(exported)) {
    throw new UsageError(`${name} must export a configuration: export default defineConfig({ … }).`);
  }
  // The caller checks every field next, and throws for an invalid one.
  return exported as ServiceConfig;
}

/** False for a module without a default export, which is imported as its namespace. */
function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === "[object Object]" && !("__esModule" in value);
}

/**
 * The variables of the .env in the folder. Those that are set already take precedence; the others are set in the process too, since the
 * configuration file may read them.
 */
function addVariables(folder: string, environment: EnvironmentVariables): Record<string, string> {
  const path = join(folder, ".env");
  if (!existsSync(path)) return {};
  const added: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnvFile(readFileSync(path, "utf8")))) {
    if (value === undefined || environment[name] !== undefined) continue;
    added[name] = isFileVariable(name, value) ? resolve(folder, value) : value;
    process.env[name] ??= added[name];
  }
  return added;
}

function isFileVariable(variable: string, value: string): boolean {
  if (value === "" || !variable.startsWith(environmentVariableOf(""))) return false;
  return variable.endsWith(fileSuffix) || (variable === environmentVariableOf("database") && isFilename(value));
}

/** A relative database file is relative to the configuration file, in whichever folder the command is called. */
function databaseBeside(folder: string, { database }: ServiceConfig): { database?: string } {
  return database !== undefined && isFilename(database) ? { database: resolve(folder, database) } : {};
}
