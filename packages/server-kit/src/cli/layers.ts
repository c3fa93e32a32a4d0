// How environment variables, files named by variables, and the configuration file hold an option's value.
import { readFileSync } from "node:fs";
import { errorCode, readField } from "../domain/read-field.js";
import type { ServiceConfig } from "../service-config.js";
import { type EnvironmentVariables, environmentVariableOf, type OptionSpec, UsageError } from "./command.js";

/** Suffix of a variable that contains the path of a file with the secret: container platforms mount secrets as files. */
export const fileSuffix = "_FILE";

export interface SecretText {
  text: string;
  /** The variable that contained it, or the path of its file. */
  variable: string;
}

/**
 * A secret from its variable or from the file that the variable with `_FILE` names.
 * @throws UsageError when both are set, for white space, and for a file that cannot be read.
 */
export function readSecret(environment: EnvironmentVariables, variable: string): SecretText | undefined {
  const text = readVariable(environment, variable);
  const file = readVariable(environment, variable + fileSuffix);
  if (file === undefined) return text === undefined ? undefined : { text, variable };
  if (text !== undefined) {
    throw new UsageError(`${variable} and ${variable + fileSuffix} are both set: leave one of them out.`);
  }
  return { text: readSecretFile(variable + fileSuffix, file), variable: variable + fileSuffix };
}

/** @throws UsageError for white space: the service would silently run with the default, such as another encryption key. */
export function readVariable(environment: EnvironmentVariables, variable: string): string | undefined {
  // Container platforms pass lines of a file on as they are, with the end of a Windows line.
  const text = environment[variable]?.replace(/\r$/, "") || undefined;
  if (text?.trim() === "") {
    throw new UsageError(`${variable} contains only white space: give it a value, or leave it out.`);
  }
  return text?.trim();
}

/** The messages do not repeat what the variable contains: it may be the secret itself. */
function readSecretFile(variable: string, file: string): string {
  const unusable = (reason: string) =>
    new UsageError(
      `${variable} must name a file with the value as text; the file that it names ${reason}. To give the value itself, set ${variable.slice(0, -fileSuffix.length)}.`,
    );
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch (error) {
    throw unusable(`cannot be read (${errorCode(error) ?? "unknown error"})`);
  }
  if (content.includes("\0")) throw unusable("is binary");
  if (content.trim() === "") throw unusable("is empty");
  return content.trim();
}

/** Options whose field in the configuration file is not the option's name in camel case. */
const fieldsOfOptions: Readonly<Record<string, readonly [keyof ServiceConfig, string]>> = {
  "allow-http-webhooks": ["webhooks", "allowHttp"],
  "allow-private-webhooks": ["webhooks", "allowPrivateNetwork"],
};

/** The value of an option in the configuration file, as text in the form of an argument, and the path of its field. */
export function readConfigField(config: ServiceConfig, spec: OptionSpec): { text: string; path: string } | undefined {
  if (spec.configures !== true) return undefined;
  const path = fieldPathOf(spec);
  let value: unknown = config;
  for (const part of path) value = readField(value, part);
  if (value === undefined || value === null || (typeof value === "object" && !Array.isArray(value))) return undefined;
  return { text: Array.isArray(value) ? value.join(",") : String(value), path: path.join(".") };
}

/** The path of the field of the configuration file that sets an option. */
export function fieldPathOf({ name }: OptionSpec): readonly string[] {
  return fieldsOfOptions[name] ?? [fieldOf(name)];
}

/** An option's name in camel case. */
export function fieldOf(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The environment variables that an option is read from. */
export function variablesOf({ name, configures, isSecret }: OptionSpec): string[] {
  if (configures !== true) return [];
  const variable = environmentVariableOf(name);
  return isSecret === true ? [variable, variable + fileSuffix] : [variable];
}
