// Time, random values and the network are passed into the domain. Lists which of them a domain file takes
// from the platform itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/**
 * @param {string} root
 * @param {string} file Path below it.
 */
export function platformUses(root, file) {
  const tree = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const problems = [];
  visit(tree);
  return problems;

  function visit(node) {
    const what = platformUseOf(node);
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (what !== undefined) problems.push({ file, rule: "domain", message: `line ${line} uses ${what}: pass it in` });
    ts.forEachChild(node, visit);
  }
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

function platformUseOf(node) {
  if (ts.isPropertyAccessExpression(node)) {
    const text = `${lastName(node.expression)}.${node.name.text}`;
    if (platformCalls.has(text)) return text;
    if (lastName(node.expression) === "globalThis" && platformNames.has(node.name.text)) return node.name.text;
  }
  const isDate = (candidate) => ts.isIdentifier(candidate.expression) && candidate.expression.text === "Date";
  if (ts.isNewExpression(node) && isDate(node) && (node.arguments?.length ?? 0) === 0) return "new Date()";
  if (ts.isCallExpression(node) && isDate(node)) return "Date()";
  if (ts.isImportSpecifier(node)) return randomImport(node);
  if (ts.isIdentifier(node) && platformNames.has(node.text) && isValueUse(node)) return node.text;
  return undefined;
}

function lastName(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
}

/** A name that is read; not one that is declared, a property name, or part of a type. */
function isValueUse(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isTypeNode(parent) || ts.isQualifiedName(parent)) return false;
  return parent.name !== node && parent.propertyName !== node;
}

/** Hashes are deterministic; random bytes are not. */
function randomImport(node) {
  const source = node.parent.parent.parent.moduleSpecifier.text;
  const name = (node.propertyName ?? node.name).text;
  const isRandom = /^random|^getRandomValues$|^webcrypto$/.test(name);
  return isRandom && /^(?:node:)?crypto$/.test(source) ? name : undefined;
}
