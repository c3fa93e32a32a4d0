// Reads the two sources, openapi.yaml and errors.yaml, and resolves references inside the document.
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

/** The OpenAPI document as data, references kept. */
export const loadDocument = () => parse(read("openapi.yaml"));

/** The error table: code to `{ status, error, message, literal?, when, section, surface }`. */
export const loadErrorTable = () => parse(read("errors.yaml"));

/** The target of a `#/…` reference. @throws when it does not exist. */
export function lookUp(document, reference) {
  const found = reference
    .replace(/^#\//, "")
    .split("/")
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((node, key) => node?.[key], document);
  if (found === undefined) throw new Error(`openapi.yaml: ${reference} has no target`);
  return found;
}

/** The node itself, or the target of its reference. */
export const resolve = (document, node) => (node?.$ref === undefined ? node : lookUp(document, node.$ref));

const METHODS = ["get", "put", "post", "delete", "patch"];

/** Every operation under `paths` as `{ path, method, operation }`, method in upper case. */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => ({
      path,
      method: method.toUpperCase(),
      operation: item[method],
    })),
  );
}
