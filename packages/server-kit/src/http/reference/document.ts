// Reads the OpenAPI document as untyped data: each accessor returns the expected type, or an empty value.

export type DocumentNode = { readonly [key: string]: unknown };

export interface ApiDocument {
  root: DocumentNode;
  /** The value with its reference resolved; sibling fields of the reference override the target's. */
  resolve(value: unknown): DocumentNode;
}

export interface ApiOperation {
  /** Also the anchor of its section. */
  id: string;
  method: string;
  path: string;
  node: DocumentNode;
}

export function readDocument(root: DocumentNode): ApiDocument {
  return {
    root,
    resolve(value) {
      const { $ref, ...neighbours } = nodeOf(value);
      if (typeof $ref !== "string") return neighbours;
      const target = $ref
        .replace(/^#\//, "")
        .split("/")
        .reduce<unknown>((node, part) => nodeOf(node)[part.replaceAll("~1", "/").replaceAll("~0", "~")], root);
      return { ...nodeOf(target), ...neighbours };
    },
  };
}

export function operationsOf({ root }: ApiDocument, section: "paths" | "webhooks"): ApiOperation[] {
  return Object.entries(nodeOf(root[section])).flatMap(([path, methods]) =>
    Object.entries(nodeOf(methods)).map(([method, operation]) => {
      const node = nodeOf(operation);
      return { id: textOf(node.operationId) ?? `${method}-${path}`, method: method.toUpperCase(), path, node };
    }),
  );
}

/** The operations and webhooks of one tag: each is shown under its first one. */
export function operationsOfTag(document: ApiDocument, tag: string): ApiOperation[] {
  const all = [...operationsOf(document, "paths"), ...operationsOf(document, "webhooks")];
  return all.filter(({ node }) => listOf(node.tags)[0] === tag);
}

/** `Name` of `#/components/schemas/Name`. */
export function schemaNameOf(value: unknown): string | undefined {
  return /^#\/components\/schemas\/(.+)$/.exec(textOf(nodeOf(value).$ref) ?? "")?.[1];
}

export function nodeOf(value: unknown): DocumentNode {
  // An object that is not an array; its fields stay unknown.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as DocumentNode) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
