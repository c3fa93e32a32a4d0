// How environment variables, files named by variables, and the configuration file hold an option's value.
import { readFileSync } from "node:fs";
import { readField } from "../domain/read-field.js";
import type { ServiceConfig } from "../service-config.js";
import { type Environment, environmentVariableOf, type OptionSpec, UsageError } from "./command.js";

/** Suffix of a variable that contains the path of a file with the secret: container platforms mount secrets as files. */
export const fileSuffix = "_FILE";

export interface SecretText {
  text: string;
  /** The variable that contained it, or the path of its file. */
  variable: string;
}

/** A secret from its variable or from the file that the variable with `_FILE` names. @throws UsageError for both, or an unreadable file. */
export function readSecret(environment: Environment, variable: string): SecretText | undefined {
  const text = environment[variable] || undefined;
  const file = environment[variable + fileSuffix] || undefined;
  if (file === undefined) return text === undefined ? undefined : { text, variable };
  if (text !== undefined) {
    throw new UsageError(`${variable} and ${variable + fileSuffix} are both set: leave one of them out.`);
  }
  return { text: readSecretFile(variable + fileSuffix, file), variable: variable + fileSuffix };
}

function readSecretFile(variable: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${variable} must name a file with the value; ${file} cannot be read: ${reason}.`);
  }
  if (content.includes("\0")) {
    const named = variable.slice(0, -fileSuffix.length);
    throw new UsageError(
      `${variable} must name a file with the value as text; ${file} is binary. To give the value itself, set ${named}.`,
    );
  }
  if (content.trim() === "") throw new UsageError(`${variable} must name a file with the value; ${file} is empty.`);
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
