// Lists what an entry declares: its exports by name, and every declaration of the package that they refer to,
// without comments and in an order that does not depend on how the bundler laid out its files.
import ts from "typescript";

const printer = ts.createPrinter({ removeComments: true });

/**
 * @param {string} entry Path of a .d.ts or .d.cts file.
 * @param {string} folder Of the package's built files; a declaration outside it is represented by its name only.
 * @returns {string} Ends with a line break.
 */
export function describeSurface(entry, folder) {
  const program = readDeclarations(entry);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const moduleSymbol = source && checker.getSymbolAtLocation(source);
  if (moduleSymbol === undefined) throw new Error(`${entry} is not a module`);

  const exported = checker
    .getExportsOfModule(moduleSymbol)
    .map((symbol) => ({ name: symbol.name, target: resolve(checker, symbol) }))
    .sort((one, other) => compare(one.name, other.name));
  const lines = ["Exported:", ""];
  for (const { name, target } of exported) {
    const declared = print(target);
    // Exported under another name than it is declared with, or from another package.
    if (declared.length === 0 || target.name !== name) lines.push(`${name} is ${target.name}`);
    lines.push(...declared, "");
  }
  const { inner, foreign } = referencedDeclarations(checker, folder.replaceAll("\\", "/"), exported);
  if (inner.length > 0) lines.push("Not exported, but named by the above:", "");
  for (const text of inner) lines.push(text, "");
  if (foreign.length > 0) lines.push("From elsewhere:", "", ...foreign, "");
  return lines.join("\n");
}

/** Reads only the package's own files; imports from other packages are described by their import names. */
function readDeclarations(entry) {
  const options = {
    noLib: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.Node16,
    noResolve: false,
  };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, containingFile, _redirected, given) =>
    literals.map(({ text }) =>
      text.startsWith(".")
        ? ts.resolveModuleName(
            text,
            containingFile,
            { ...given, moduleResolution: ts.ModuleResolutionKind.Node16 },
            host,
          )
        : { resolvedModule: undefined },
    );
  return ts.createProgram([entry], options, host);
}

/** Follows references from the exports until no new declaration is found. */
function referencedDeclarations(checker, folder, exports) {
  const exported = exports.map(({ target }) => target);
  const seen = new Set(exported);
  const foreign = new Set();
  const queue = [...exported];
  for (let symbol = queue.shift(); symbol !== undefined; symbol = queue.shift()) {
    for (const declaration of declarationsOf(symbol)) visit(declaration);
  }
  const inner = [...seen].filter((symbol) => !exported.includes(symbol));
  return { inner: inner.flatMap(print).sort(compare), foreign: [...foreign].sort(compare) };

  function visit(node) {
    if (ts.isIdentifier(node)) follow(checker.getSymbolAtLocation(node));
    ts.forEachChild(node, visit);
  }

  function follow(found) {
    const symbol = found && resolve(checker, found);
    if (symbol === undefined || seen.has(symbol)) return;
    const importedFrom = moduleOf(symbol);
    if (importedFrom !== undefined) foreign.add(`${symbol.name} from ${importedFrom}`);
    if (!declarationsOf(symbol).some((each) => each.getSourceFile().fileName.startsWith(folder))) return;
    seen.add(symbol);
    queue.push(symbol);
  }
}

/** The module that an import refers to, for imports whose declarations are not read here. */
function moduleOf(symbol) {
  const declaration = symbol.declarations?.find(
    (each) => ts.isImportSpecifier(each) || ts.isImportClause(each) || ts.isNamespaceImport(each),
  );
  const statement = declaration && ts.findAncestor(declaration, ts.isImportDeclaration);
  return statement && ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : undefined;
}

/** Top-level declarations of a file; members and parameters are part of the declaration that contains them. */
function declarationsOf(symbol) {
  return (symbol.declarations ?? []).map(statementOf).filter((statement) => statement !== undefined);
}

function statementOf(declaration) {
  const isWhole =
    ts.isInterfaceDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration) ||
    ts.isClassDeclaration(declaration) ||
    ts.isFunctionDeclaration(declaration) ||
    ts.isEnumDeclaration(declaration) ||
    ts.isModuleDeclaration(declaration);
  if (isWhole) return ts.isSourceFile(declaration.parent) ? declaration : undefined;
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  const statement = declaration.parent.parent;
  return ts.isSourceFile(statement.parent) ? statement : undefined;
}

function print(symbol) {
  return declarationsOf(symbol).map((node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()));
}

function resolve(checker, symbol) {
  if ((symbol.flags & ts.SymbolFlags.Alias) === 0) return symbol;
  const target = checker.getAliasedSymbol(symbol);
  return checker.isUnknownSymbol?.(target) || target.escapedName === "unknown" ? symbol : target;
}

function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}
