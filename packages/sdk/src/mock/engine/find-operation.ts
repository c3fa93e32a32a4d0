// Finds the contract's operation of a call, for faults and the journal. The response comes from the service's own router.

import { contract, type OperationContract } from "../../../../server-kit/src/http/generated/contract.js";
import type { operations as ApiOperations } from "../../generated/api.js";
import { suggestName } from "../../nearest-name.js";
import { type ClientMethod, operationOfMethod } from "./client-methods.js";

/** A method of the client, or an operation's id in the description. */
export type OperationName = ClientMethod | keyof ApiOperations;

const operations: readonly OperationContract[] = Object.values(contract);
const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}/?$`),
}));

/** `path` is relative to the base URL and has no query. */
export function findOperation(method: string, path: string): OperationContract | undefined {
  const routed = method === "HEAD" ? "GET" : method;
  return patterns.find(({ operation, pattern }) => operation.method === routed && pattern.test(path))?.operation;
}

/** @throws TypeError that names the nearest operation and lists all. */
export function getOperation(name: string): OperationContract {
  const operationId: string = Object.entries(operationOfMethod).find(([method]) => method === name)?.[1] ?? name;
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation !== undefined) return operation;
  const known = [...Object.keys(operationOfMethod), ...operations.map((candidate) => candidate.operationId)];
  throw new TypeError(
    `Unknown operation ${JSON.stringify(name)}.${suggestName(name, known)} Valid operations: ${known.join(", ")}.`,
  );
}
