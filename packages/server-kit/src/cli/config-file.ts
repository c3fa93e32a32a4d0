// Finds and loads payment-sessions.config.{ts,mjs,js}, and the .env beside it (section "Command line" of the README).
import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { parseEnv } from "node:util";
import { createJiti } from "jiti";
import * as kit from "../index.js";
import { findConfigFaults, type ServiceConfig } from "../service-config.js";
import { type Environment, UsageError } from "./command.js";

export interface LoadedConfig {
  /** As it is told: relative to the current folder where that is shorter. */
  name: string;
  config: ServiceConfig;
  /** Variables that come from the .env beside the file. */
  fromEnvFile: ReadonlySet<string>;
  /** The environment with those; what it said before counts more. */
  environment: Environment;
}

export const configFileNames = ["ts", "mjs", "js"].map((ending) => `payment-sessions.config.${ending}`);

/** The one in the current folder, for calls that name none. */
export function findConfigFile(folder: string): string | undefined {
  const found = configFileNames.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1) throw new UsageError(`There are ${found.join(" and ")}: keep one, or choose with --config.`);
  return found[0];
}

/** @throws UsageError that names the file and each fault in it. */
export async function loadConfigFile(
  file: string,
  { folder, environment }: { folder: string; environment: Environment },
): Promise<LoadedConfig> {
  const path = resolve(folder, file);
  const shown = relative(folder, path);
  const name = shown.startsWith("..") ? path : shown;
  if (!existsSync(path))
    throw new UsageError(`There is no configuration file ${name}: "payment-sessions init" makes one.`);
  const variables = readEnvFile(join(dirname(path), ".env"), environment);
  const config = await evaluate(path, name);
  const faults = findConfigFaults(config);
  if (faults.length > 0) throw new UsageError(faults.map((fault) => `${name}: ${fault}`).join("\n"));
  return {
    name,
    config: { ...config, ...databaseBeside(path, config) },
    fromEnvFile: new Set(Object.keys(variables)),
    environment: { ...variables, ...environment },
  };
}

async function evaluate(path: string, name: string): Promise<ServiceConfig> {
  // The file gets the package that runs it, so that both are of one version.
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    virtualModules: { "@payment-sessions/server-kit": kit },
  });
  let made: unknown;
  try {
    made = await jiti.import(path, { default: true });
    if (typeof made === "function") made = await made();
  } catch (error) {
    throw new UsageError(`${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof made !== "object" || made === null || Array.isArray(made) || !isPlain(made)) {
    throw new UsageError(`${name} must export a configuration: export default defineConfig({ … }).`);
  }
  // Sound as far as it goes: its fields are judged next.
  return made as ServiceConfig;
}

/** A module without a default export arrives as its namespace. */
function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === "[object Object]" && !("__esModule" in value);
}

/** Variables that are set already count more; the process gets the others too, since the file may read them. */
function readEnvFile(path: string, environment: Environment): Record<string, string> {
  if (!existsSync(path)) return {};
  const all = parseEnv(readFileSync(path, "utf8"));
  const added: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined || environment[name] !== undefined) continue;
    added[name] = value;
    process.env[name] ??= value;
  }
  return added;
}

/** A file is meant relative to the configuration that names it, wherever a command is called. */
function databaseBeside(path: string, { database }: ServiceConfig): { database?: string } {
  const isFile = database !== undefined && !/^[a-z][a-z0-9+.-]+:\/\//i.test(database) && database !== ":memory:";
  return isFile && !isAbsolute(database) ? { database: join(dirname(path), database) } : {};
}
