// Records which documented responses the tests produced. A record is a set of plain lines, so that records of
// several runs can be merged.
import { unroutedResponses } from "../../packages/server-kit/src/http/generated/contract.js";
import { findOperation, operations } from "./find-operation.js";

/** Records responses as lines `<operationId> <status>` or, for errors, `<operationId> <status> <code>`. */
export interface ResponseRecorder {
  record(response: { method: string; path: string; status: number; body: unknown }): void;
  /** The recorded lines, sorted. */
  lines(): string[];
}

/** `basePath` is the prefix below which the service is mounted. */
export function createResponseRecorder({ basePath = "" }: { basePath?: string } = {}): ResponseRecorder {
  const seen = new Set<string>();
  return {
    record({ method, path, status, body }) {
      const found = findOperation(method, path, basePath);
      const owner = found.kind === "operation" ? found.operation.operationId : "(no operation)";
      seen.add(line(owner, status, codeOf(status, body)));
    },
    lines: () => [...seen].sort(),
  };
}

/** Every response that the contract documents, as lines. */
export function documentedResponses(): string[] {
  const owners = [
    ...operations.map(({ operationId, responses }) => ({ operationId, responses })),
    { operationId: "(no operation)", responses: unroutedResponses },
  ];
  return owners.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { codes }]) =>
      codes === undefined ? [line(operationId, status)] : codes.map((code: string) => line(operationId, status, code)),
    ),
  );
}

/** The documented responses that no record contains. */
export function missingResponses(...records: Iterable<string>[]): string[] {
  const seen = new Set(records.flatMap((record) => [...record]));
  return documentedResponses().filter((response) => !seen.has(response));
}

const line = (owner: string, status: number | string, code?: string): string =>
  code === undefined ? `${owner} ${status}` : `${owner} ${status} ${code}`;

function codeOf(status: number, body: unknown): string | undefined {
  if (status < 400 || typeof body !== "object" || body === null || !("code" in body)) return undefined;
  return typeof body.code === "string" ? body.code : undefined;
}
