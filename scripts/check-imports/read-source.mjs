// What one source file imports, exports and reaches for: read once from its syntax tree, so that the rules need no parser.
import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * @typedef {{ specifier: string, line: number }} Import
 * @typedef {{ path: string, imports: Import[], importedNames: { name: string, specifier: string, line: number }[], platformUses: { what: string, line: number }[], defaultExportLine: number | undefined,
 *   isBarrel: boolean, starExportLine: number | undefined }} Source
 */

/** @returns {Source} */
export function readSource(path) {
  const tree = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const lineOf = (node) => tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
  const source = {
    path,
    imports: [],
    importedNames: [],
    platformUses: [],
    defaultExportLine: undefined,
    starExportLine: undefined,
    isBarrel: isBarrel(tree),
  };

  visit(tree);
  return source;

  function visit(node) {
    const specifier = specifierOf(node);
    if (specifier !== undefined) source.imports.push({ specifier, line: lineOf(node) });
    if (ts.isImportSpecifier(node)) {
      const specifier = node.parent.parent.parent.moduleSpecifier.text;
      source.importedNames.push({ name: (node.propertyName ?? node.name).text, specifier, line: lineOf(node) });
    }
    const platformUse = platformUseOf(node);
    if (platformUse !== undefined) source.platformUses.push({ what: platformUse, line: lineOf(node) });
    if (isDefaultExport(node)) source.defaultExportLine ??= lineOf(node);
    if (ts.isExportDeclaration(node) && node.moduleSpecifier && isStar(node)) source.starExportLine ??= lineOf(node);
    ts.forEachChild(node, visit);
  }
}

function isStar(node) {
  return node.exportClause === undefined || ts.isNamespaceExport(node.exportClause);
}

/** The module that a node names, in each of the ways that TypeScript has for it; type-only ones count as well. */
function specifierOf(node) {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    return node.moduleSpecifier.text;
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal.text;
  if (ts.isExternalModuleReference(node) && ts.isStringLiteralLike(node.expression)) return node.expression.text;
  if (ts.isCallExpression(node) && node.arguments.length > 0) {
    const [first] = node.arguments;
    const isLoad =
      node.expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isIdentifier(node.expression) && node.expression.text === "require");
    if (isLoad && ts.isStringLiteralLike(first)) return first.text;
  }
  return undefined;
}

const platformCalls = new Set([
  "Date.now",
  "Math.random",
  "performance.now",
  "crypto.randomBytes",
  "crypto.randomInt",
  "crypto.randomUUID",
  "crypto.getRandomValues",
]);
const platformNames = new Set(["fetch", "setTimeout", "setInterval", "setImmediate", "XMLHttpRequest", "WebSocket"]);

/** Time, chance and network, asked of the platform instead of being passed in. */
function platformUseOf(node) {
  if (ts.isPropertyAccessExpression(node)) {
    const text = `${lastName(node.expression)}.${node.name.text}`;
    if (platformCalls.has(text)) return text;
    if (lastName(node.expression) === "globalThis" && platformNames.has(node.name.text)) return node.name.text;
  }
  const isDate = (candidate) => ts.isIdentifier(candidate.expression) && candidate.expression.text === "Date";
  if (ts.isNewExpression(node) && isDate(node) && (node.arguments?.length ?? 0) === 0) return "new Date()";
  if (ts.isCallExpression(node) && isDate(node)) return "Date()";
  if (ts.isIdentifier(node) && platformNames.has(node.text) && isValueUse(node)) return node.text;
  return undefined;
}

function lastName(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}

/** A name that is read, not one that is declared, a property's, or part of a type. */
function isValueUse(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isTypeNode(parent) || ts.isQualifiedName(parent)) return false;
  return parent.name !== node && parent.propertyName !== node;
}

function isDefaultExport(node) {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === "default";
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)
  );
}

/** Nothing of its own: only passes on what other files export. A bare `export {}` passes on nothing. */
function isBarrel(tree) {
  const own = tree.statements.filter((statement) => !ts.isImportDeclaration(statement));
  return own.some(passesOn) && own.every((statement) => ts.isExportDeclaration(statement));
}

function passesOn(statement) {
  if (!ts.isExportDeclaration(statement)) return false;
  const { exportClause } = statement;
  return exportClause === undefined || !ts.isNamedExports(exportClause) || exportClause.elements.length > 0;
}
