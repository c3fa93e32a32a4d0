// Validates a call against the contract's schemas and describes each violation for the client.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import { nearestField } from "../domain/known-fields.js";
import { requireNoNul } from "../domain/nul-text.js";
import { type RefusalDetail, requireNoViolations } from "../domain/refusal.js";
import type { Step } from "./call.js";
import type { JsonSchema, OperationContract } from "./generated/contract.js";
import { patternInWords } from "./reference/patterns.js";

// Under ESM, the types of ajv-formats describe its default export one level too high.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

const ajv = new Ajv2020({ allErrors: true, strict: false, ownProperties: true, verbose: true });
addFormats(ajv);
const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** @throws Refusal VALIDATION_ERROR with a detail for each rule that the body breaks. */
export function checkBody(operation: OperationContract): Step {
  return ({ body }) => {
    check(operation.requestBody, body);
    requireNoNul(body);
  };
}

/** @throws Refusal VALIDATION_ERROR for path parameters and query alike. */
export function checkParameters(operation: OperationContract): Step {
  return ({ ctx, params, query }) => {
    check(operation.pathParams, params);
    requireOnce(operation.query, ctx.query);
    check(operation.query, withNumbers(operation.query, query));
    requireNoNul(query);
  };
}

/** Other programs read the last one of a repeated parameter, so neither is certain to be meant. */
function requireOnce(schema: JsonSchema | undefined, query: Readonly<Record<string, unknown>>): void {
  const repeated = Object.keys(propertiesOf(schema)).filter((name) => Array.isArray(query[name]));
  requireNoViolations(repeated.map((path) => ({ path, rule: "once", message: "must be sent once" })));
}

/** The generator writes parameters as an object schema whose properties each have a type. */
function propertiesOf(schema: JsonSchema | undefined): Record<string, { type?: unknown } | undefined> {
  return (schema?.properties ?? {}) as Record<string, { type?: unknown } | undefined>;
}

/** Query values are strings; a value that the schema declares an integer is converted when it is written as one. */
function withNumbers(schema: JsonSchema | undefined, query: Record<string, string>): Record<string, unknown> {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => {
      const isInteger =
        Object.hasOwn(properties, name) && properties[name]?.type === "integer" && /^\d{1,9}$/.test(text);
      return [name, isInteger ? Number(text) : text];
    }),
  );
}

function check(schema: JsonSchema | undefined, value: unknown): void {
  if (schema === undefined) return;
  const validate = compile(schema);
  if (!validate(value)) requireNoViolations(describe(validate.errors ?? []));
}

function compile(schema: JsonSchema): ValidateFunction {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  return validate;
}

/** Keywords that only report that another keyword failed. */
const structural = new Set(["if", "then", "else", "anyOf", "allOf"]);

function describe(errors: ErrorObject[]): RefusalDetail[] {
  const hasOneOf = errors.some((error) => error.keyword === "oneOf");
  const details = errors
    .filter((error) => !structural.has(error.keyword))
    // Errors from the branches of a oneOf only repeat the error of the oneOf itself.
    .filter((error) => !(hasOneOf && error.schemaPath.includes("/oneOf/")))
    .map(describeOne);
  const firstOfEach = new Map<string, RefusalDetail>();
  for (const detail of withoutContradictions(details)) {
    const key = `${detail.path} ${detail.rule}`;
    if (!firstOfEach.has(key)) firstOfEach.set(key, detail);
  }
  return [...firstOfEach.values()];
}

/**
 * Drops misleading rules: a field that must be removed reports only that, a required constant replaces the list of allowed values, and a
 * value of another format reports only that.
 */
function withoutContradictions(details: RefusalDetail[]): RefusalDetail[] {
  const broken = new Set(details.map(({ path, rule }) => `${path} ${rule}`));
  const alsoBreaks = (path: string, rule: string) => broken.has(`${path} ${rule}`);
  return details.filter(({ path, rule }) => {
    if (alsoBreaks(path, "direct_only")) return rule === "direct_only";
    if (rule === "pattern") return !alsoBreaks(path, "format");
    return rule !== "enum" || !alsoBreaks(path, "const");
  });
}

function describeOne({
  keyword,
  instancePath,
  params,
  parentSchema,
  message = "is invalid",
}: ErrorObject): RefusalDetail {
  const path = readablePath(instancePath);
  const inside = (name: unknown) => (path === "" ? String(name) : `${path}.${String(name)}`);
  switch (keyword) {
    case "required":
      return { path: inside(params.missingProperty), rule: "required", message: "is required" };
    case "dependentRequired":
      return {
        path: inside(params.missingProperty),
        rule: "required",
        message: `is required with ${String(params.property)}: send both or neither`,
      };
    case "additionalProperties":
      return {
        path: inside(params.additionalProperty),
        rule: "unknown_field",
        message: `is not a field of this request: ${adviceFor(String(params.additionalProperty), parentSchema)}`,
      };
    case "oneOf":
      // The only oneOf of a request.
      return {
        path: "merchantId",
        rule: "exactly_one",
        message: "is required unless shopId is sent: send exactly one of merchantId and shopId",
      };
    case "false schema":
      return {
        path,
        rule: "direct_only",
        message: 'belongs to direct sessions only: leave it out, or send checkoutMode "direct_provider"',
      };
    case "enum":
      return { path, rule: "enum", message: `must be one of ${(params.allowedValues as unknown[]).join(", ")}` };
    case "const":
      return { path, rule: "const", message: `must be ${JSON.stringify(params.allowedValue)}` };
    case "type":
    case "pattern":
    case "format":
      return { path, rule: keyword, message: inWords(String(params[keyword])) ?? message };
    default:
      return { path, rule: keyword, message };
  }
}

function adviceFor(name: string, schema: JsonSchema | undefined): string {
  const meant = nearestField(name, Object.keys(propertiesOf(schema)));
  return meant === undefined ? "remove it" : `did you mean ${meant}?`;
}

const kindsInWords: Readonly<Record<string, string>> = {
  integer: "a whole number",
  string: "text",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  uri: "an absolute URL, such as https://shop.example/done",
  email: "an e-mail address, such as buyer@example.com",
};

/** A type, a format or a pattern. */
function inWords(rule: string): string | undefined {
  const words = kindsInWords[rule] ?? patternInWords(rule);
  return words && `must be ${words}`;
}

/** Converts `/metadata/cart/2` to `metadata.cart[2]`. */
function readablePath(instancePath: string): string {
  return instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join("");
}
