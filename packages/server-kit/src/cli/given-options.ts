// The options of one call, each from the first source that has it: arguments, environment, configuration file.
import type { ServiceConfig } from "../service-config.js";
import {
  type Command,
  type EnvironmentVariables,
  environmentVariableOf,
  type GivenOptions,
  type OptionSpec,
  type Origin,
  UsageError,
} from "./command.js";
import { fieldOf, readConfigField, readSecret, readVariable, type SecretText } from "./layers.js";
import { type OptionSpecs, optionsOf, type ReadArguments, readArguments } from "./read-arguments.js";

/** A configuration file, and the variables of the .env beside it. */
export interface ConfigLayer {
  name: string;
  config: ServiceConfig;
  fromEnvFile: ReadonlySet<string>;
}

interface Sources {
  command: Command;
  specs: OptionSpecs;
  values: ReadArguments;
  environment: EnvironmentVariables;
  configFile: ConfigLayer | undefined;
}

interface Found {
  value: string | true | undefined;
  origin: Origin;
  /** For messages, as `GivenOptions.source`. */
  source: string;
}

/** @throws UsageError for an argument that the command does not accept. */
export function readOptions(
  command: Command,
  rest: readonly string[],
  environment: EnvironmentVariables,
  configFile?: ConfigLayer,
): GivenOptions {
  const specs = optionsOf(command);
  const sources: Sources = { command, specs, values: readArguments(command, rest), environment, configFile };
  const find = (name: string) => findOption(sources, name);
  return {
    isJson: find("json").value === true,
    text(name) {
      const { value } = find(name);
      return value === true ? undefined : value;
    },
    required: (name) => requireText(specs.get(name), name, find(name)),
    flag: (name) => find(name).value === true,
    source: (name) => (specs.has(name) ? find(name).source : `${fieldOf(name)} in ${configFile?.name}`),
    origin: (name) => find(name).origin,
    secret: (name) => readSecret(environment, environmentVariableOf(name))?.text,
    secretSource(name) {
      const variable = environmentVariableOf(name);
      return variableSource(sources, readSecret(environment, variable)?.variable ?? variable);
    },
    configFile,
  };
}

function findOption(sources: Sources, name: string): Found {
  const { command, specs, values, configFile } = sources;
  const spec = specs.get(name);
  if (spec === undefined) throw new Error(`Command ${command.name} reads --${name} without declaring it.`);
  const given = values.get(name);
  if (given !== undefined) return { value: given, origin: "flag", source: `--${name}` };
  const found = findVariable(sources.environment, spec);
  if (found !== undefined) {
    const source = variableSource(sources, found.variable);
    return { value: valueOfText(spec, source, found.text), origin: "environment", source };
  }
  const field = configFile && readConfigField(configFile.config, spec);
  if (field !== undefined) {
    const source = `${field.path} in ${configFile?.name}`;
    return { value: valueOfText(spec, source, field.text), origin: "file", source };
  }
  return { value: undefined, origin: "default", source: `--${name}` };
}

function findVariable(environment: EnvironmentVariables, spec: OptionSpec): SecretText | undefined {
  if (spec.configures !== true) return undefined;
  const variable = environmentVariableOf(spec.name);
  if (spec.isSecret === true) return readSecret(environment, variable);
  const text = readVariable(environment, variable);
  return text === undefined ? undefined : { text, variable };
}

function variableSource({ configFile }: Sources, variable: string): string {
  return configFile?.fromEnvFile.has(variable) ? `${variable} in .env` : variable;
}

function valueOfText(spec: OptionSpec, source: string, text: string): string | true | undefined {
  return spec.value === undefined ? parseSwitch(source, text) : text;
}

/** Undefined for a switch that is off, as for one that is not given. */
function parseSwitch(source: string, text: string): true | undefined {
  if (["1", "true", "yes"].includes(text.toLowerCase())) return true;
  if (["0", "false", "no"].includes(text.toLowerCase())) return undefined;
  throw new UsageError(`${source} must be 1, true or yes, or 0, false or no; got "${text}".`);
}

function requireText(spec: OptionSpec | undefined, name: string, { value }: Found): string {
  if (value === undefined || value === true || value.trim() === "") {
    throw new UsageError(`--${name} is missing: give --${name} ${spec?.value ?? "<text>"} (${spec?.summary ?? name}).`);
  }
  return value;
}
