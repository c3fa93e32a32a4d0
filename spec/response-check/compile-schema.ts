// Compiles the checks, one for each schema and strictness, on first use.
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import type { JsonSchema } from "../../packages/server-kit/src/http/generated/contract.js";
import { closeSchema } from "./close-schema.js";

// The package is CommonJS: Node returns its exports object, whose `default` is the function, while the types
// declare the function itself.
const addFormats = addFormatsModule as unknown as (typeof addFormatsModule)["default"];

// `strictRequired` and `strictTypes` would refuse conditions, which name fields of the enclosing object.
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
addFormats(ajv);

const compiled = {
  closed: new WeakMap<JsonSchema, ValidateFunction>(),
  open: new WeakMap<JsonSchema, ValidateFunction>(),
};

/**
 * The errors of a value, as `path: message` lines; empty when it matches. `closed` refuses unknown fields and
 * values.
 */
export function findSchemaErrors(schema: JsonSchema, value: unknown, strictness: "closed" | "open"): string[] {
  let validate = compiled[strictness].get(schema);
  if (validate === undefined) {
    validate = ajv.compile(strictness === "closed" ? closeSchema(schema) : schema);
    compiled[strictness].set(schema, validate);
  }
  return validate(value) ? [] : (validate.errors ?? []).map(describe);
}

function describe(error: ErrorObject): string {
  const extra: unknown = error.params.additionalProperty ?? error.params.allowedValues ?? error.params.allowedValue;
  return `${error.instancePath || "body"}: ${error.message ?? error.keyword}${extra === undefined ? "" : ` (${JSON.stringify(extra)})`}`;
}
