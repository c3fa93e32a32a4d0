// Tests what an editor shows on a field, by reading the exported types with the TypeScript compiler.
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import * as enums from "../src/generated/enums.js";

const entry = fileURLToPath(new URL("../src/index.ts", import.meta.url));
const program = ts.createProgram([entry], {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ["node"],
});
const checker = program.getTypeChecker();
const source = program.getSourceFile(entry);
const moduleSymbol = source && checker.getSymbolAtLocation(source);
const exported = moduleSymbol === undefined ? [] : checker.getExportsOfModule(moduleSymbol);

const wireTypes = [
  "InitializeParams",
  "PaymentSession",
  "PaymentStatus",
  "BankDetails",
  "WebhookHistory",
  "Order",
  "Health",
  "ServiceVersion",
  "VersionCheck",
  "VersionCheckRequest",
  "SandboxResult",
  "SandboxRequest",
] as const;

interface Field {
  path: string;
  text: string;
  example: string | undefined;
  /** Strings and numbers: the types for which an example can be given. */
  isPlain: boolean;
}

function typeNamed(name: string): ts.Type {
  const symbol = exported.find((candidate) => candidate.name === name);
  if (symbol === undefined) throw new Error(`${name} is not exported`);
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return checker.getDeclaredTypeOfSymbol(target);
}

const objectsIn = (type: ts.Type): ts.Type[] => {
  if (type.isUnion()) return type.types.flatMap(objectsIn);
  // An array type is a reference to a generic type.
  if (checker.isArrayType(type)) return checker.getTypeArguments(type as ts.TypeReference).flatMap(objectsIn);
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  const isString = (type.flags & ts.TypeFlags.StringLike) !== 0 || type.getProperty("charAt") !== undefined;
  return isObject && !isString && type.getCallSignatures().length === 0 ? [type] : [];
};

function fieldsOf(type: ts.Type, path: string): Field[] {
  return objectsIn(type).flatMap((part) =>
    part.getProperties().flatMap((property) => {
      const declaration = property.valueDeclaration ?? property.declarations?.[0];
      if (declaration === undefined) throw new Error(`${path}.${property.name} is declared nowhere`);
      const fieldType = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, declaration));
      if (fieldType.flags & ts.TypeFlags.Never) return [];
      const tags = property.getJsDocTags(checker);
      const tag = (name: string) =>
        tags
          .find((one) => one.name === name)
          ?.text?.map(({ text }) => text)
          .join("");
      const isPlain =
        objectsIn(fieldType).length === 0 && !/^(true|false|boolean)/.test(checker.typeToString(fieldType));
      const text = ts.displayPartsToString(property.getDocumentationComment(checker)) || (tag("description") ?? "");
      const here = `${path}.${property.name}`;
      return [{ path: here, text, example: tag("example"), isPlain }, ...fieldsOf(fieldType, here)];
    }),
  );
}

const fields = new Map(wireTypes.map((name) => [name, fieldsOf(typeNamed(name), name)]));
const field = (path: string) => [...fields.values()].flat().find((one) => one.path === path);

test.each(wireTypes)("C25: every field of %s has a description, every plain one has an example", (name) => {
  const all = fields.get(name) ?? [];
  expect(all.length).toBeGreaterThan(0);
  expect(all.filter(({ text }) => text.length < 12).map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  expect(all.filter(({ isPlain, example }) => isPlain && !example).map(({ path }) => path)).toEqual([]);
});

test("C25: the most used fields state unit, range and every value", () => {
  expect(field("InitializeParams.amountCents")?.text).toMatch(/minor units.*1999 means EUR 19\.99.*1 to 99999999999/s);
  expect(field("PaymentSession.paymentUrl")?.text).toMatch(/redirect the buyer here.*Absolute URL/s);
  expect(field("InitializeParams.orderId")?.text).toContain("At most 255 characters");
  for (const status of enums.checkoutFlowStatuses)
    expect(field("PaymentStatus.status")?.text).toContain(`\`${status}\`: `);
  for (const status of enums.transactionStatuses)
    expect(field("PaymentSession.status")?.text).toContain(`\`${status}\`: `);
});

test("C25: every value of every set is explained where the sets are exported", async () => {
  const { readFileSync } = await import("node:fs");
  const text = readFileSync(new URL("../src/generated/enums.ts", import.meta.url), "utf8");
  for (const [name, values] of Object.entries(enums)) {
    const block =
      text
        .slice(0, text.indexOf(`export const ${name} =`))
        .split("/**")
        .at(-1) ?? "";
    for (const value of values) expect(block, `${name} does not explain ${value}`).toMatch(`- \`${value}\`: `);
    expect(block).not.toContain(": undefined");
  }
});

test.each([
  "PaymentSessionsOptions",
  "CallOptions",
  "PaymentSessionsHooks",
  "WaitOptions",
  "Clock",
  "Attempt",
  "ErrorDetail",
])("C25: every option and fact of %s is documented", (name) => {
  const undocumented = typeNamed(name)
    .getProperties()
    .filter((property) => property.getDocumentationComment(checker).length === 0)
    .map((property) => property.name);
  expect(undocumented).toEqual([]);
});
