// Generates the types of the document with openapi-typescript; sets that may grow become "known or any other
// string".
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { withFieldDocs } from "./field-docs.mjs";
import { header } from "./files.mjs";
import { resolve } from "./load.mjs";
import { isOpenSet } from "./schemas.mjs";

/** Text of the SDK's `api.ts`; `errors` explains the error codes on the fields that contain one. */
export async function apiTypesFile(document, errors) {
  const nodes = await openapiTS(withoutChecks(withFieldDocs(document, errors)), {
    // A default in a request schema must not make the field required for the caller.
    defaultNonNullable: false,
    transform: (schema) => (isOpenSet(document, schema) ? openSetType(document, schema) : undefined),
  });
  return header("Types of every route, event, header and error of the contract.") + astToString(nodes);
}

// `string & {}` keeps the known values visible to editors and to exhaustive switches; a plain `string` would
// absorb them.
function openSetType(document, schema) {
  const known = resolve(document, schema.anyOf[0]).enum;
  const anyOther = ts.factory.createIntersectionTypeNode([
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ts.factory.createTypeLiteralNode([]),
  ]);
  return ts.factory.createUnionTypeNode([
    ...known.map((value) => ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(value))),
    ts.factory.createParenthesizedType(anyOther),
  ]);
}

const CHECKS = new Set(["if", "then", "else", "dependentRequired"]);

// Conditions are for validators; openapi-typescript would convert a `oneOf` of bare `required` lists to
// meaningless unions.
function withoutChecks(node) {
  if (Array.isArray(node)) return node.map(withoutChecks);
  if (typeof node !== "object" || node === null) return node;
  const isObjectSchema = node.type === "object";
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key, value]) => !(isObjectSchema && (CHECKS.has(key) || (key === "oneOf" && value.every(isBareRequired)))),
      )
      .map(([key, value]) => [key, withoutChecks(value)]),
  );
}

const isBareRequired = (schema) => Object.keys(schema).length === 1 && Array.isArray(schema.required);
