// Which operation of the contract does a call mean? For faults and the journal; the service's own router decides what is answered.
import { contract, type OperationContract } from "../../../../server-kit/src/http/generated/contract.js";

const operations: readonly OperationContract[] = Object.values(contract);
const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/[.]/g, "\\.").replace(/\{[^}]+\}/g, "[^/]+")}/?$`),
}));

/** `path` stands below the base URL and has no query. */
export function findOperation(method: string, path: string): OperationContract | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  return patterns.find(({ operation, pattern }) => operation.method === wanted && pattern.test(path))?.operation;
}

/** @throws TypeError that lists the operations there are. */
export function getOperation(operationId: string): OperationContract {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation !== undefined) return operation;
  const known = operations.map((candidate) => candidate.operationId).join(", ");
  throw new TypeError(`There is no operation ${JSON.stringify(operationId)}; there are ${known}.`);
}
