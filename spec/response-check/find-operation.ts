// Finds the contract's operation for a method and path.
import { contract, type OperationContract } from "../../packages/server-kit/src/http/generated/contract.js";

/** Every operation, with one common type. */
export const operations: readonly OperationContract[] = Object.values(contract);

export type FoundOperation =
  /** An operation; HEAD matches the operation of GET. */
  | { kind: "operation"; operation: OperationContract }
  /** The path exists, the method does not; `methods` are those that exist. */
  | { kind: "other-method"; methods: readonly string[] }
  | { kind: "unknown-path" };

/**
 * Finds an operation by method and path. `basePath` is the prefix below which the service is mounted, such as
 * `/payments-service`; query and trailing slash are ignored.
 */
export function findOperation(method: string, path: string, basePath = ""): FoundOperation {
  const route = routeOf(path, basePath);
  if (route === undefined) return { kind: "unknown-path" };
  const candidates = operations.filter((operation) => templateOf(operation.path).test(route));
  if (candidates.length === 0) return { kind: "unknown-path" };
  const wanted = method.toUpperCase() === "HEAD" ? "GET" : method.toUpperCase();
  const operation = candidates.find((candidate) => candidate.method === wanted);
  return operation === undefined
    ? { kind: "other-method", methods: candidates.map((candidate) => candidate.method) }
    : { kind: "operation", operation };
}

function routeOf(path: string, basePath: string): string | undefined {
  const plain = path.replace(/^[a-z]+:\/\/[^/?#]+/i, "").replace(/[?#].*$/s, "");
  const prefix = basePath.replace(/\/+$/, "");
  if (plain !== prefix && !plain.startsWith(`${prefix}/`)) return undefined;
  return plain.slice(prefix.length).replace(/\/$/, "");
}

const templates = new Map<string, RegExp>();

function templateOf(path: string): RegExp {
  const known = templates.get(path);
  if (known !== undefined) return known;
  const pattern = path
    .split("/")
    .map((part) => (part.startsWith("{") ? "[^/]+" : part.replaceAll(".", "\\.")))
    .join("/");
  const template = new RegExp(`^${pattern}$`);
  templates.set(path, template);
  return template;
}
