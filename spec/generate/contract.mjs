// Reads each operation's contract from the document: its input, its responses, and their codes and headers.
import { operationsOf, resolve } from "./load.mjs";
import { inlineSchema } from "./schemas.mjs";

/** All operations by operationId, in document order. */
export function operationContracts(document) {
  return Object.fromEntries(
    operationsOf(document).map(({ path, method, operation }) => [
      operation.operationId,
      {
        operationId: operation.operationId,
        method,
        path,
        security: (operation.security ?? document.security).flatMap((entry) => Object.keys(entry)),
        ...optional("rateLimit", operation["x-rate-limit"]),
        ...optional("requestBody", bodySchema(document, operation.requestBody)),
        ...optional("query", parameterSchema(document, operation, "query")),
        ...optional("pathParams", parameterSchema(document, operation, "path")),
        responses: responsesOf(document, operation),
      },
    ]),
  );
}

/** One response: description, allowed codes, required and optional headers, body schema. */
function responseContract(document, response, codes) {
  const resolved = resolve(document, response);
  const headers = Object.entries(resolved.headers ?? {}).map(([name, header]) => [name, resolve(document, header)]);
  return {
    ...(codes === undefined ? {} : { codes }),
    requiredHeaders: headers.filter(([, header]) => header.required === true).map(([name]) => name),
    headers: Object.fromEntries(headers.map(([name, header]) => [name, inlineSchema(document, header.schema)])),
    ...optional("schema", bodySchema(document, resolved)),
    ...optional("mediaType", otherMediaType(resolved)),
  };
}

/** Responses outside of any operation: 404 for an unknown path, 405 for a known one. */
export function unroutedContracts(document) {
  return Object.fromEntries(
    Object.entries(document["x-unrouted-responses"]).map(([status, response]) => {
      const schema = resolve(document, resolve(document, response).content["application/json"].schema);
      const codes = schema.properties.code.anyOf[0].enum.filter(
        (code) => status !== "404" || code === "ROUTE_NOT_FOUND",
      );
      return [status, responseContract(document, response, codes)];
    }),
  );
}

/** The responses under `components/responses`, which routes share. */
export function sharedResponseContracts(document) {
  return Object.fromEntries(
    Object.entries(document.components.responses).map(([name, response]) => [
      name,
      responseContract(document, response),
    ]),
  );
}

/** Every event under `webhooks`. */
export function webhookContracts(document) {
  return Object.fromEntries(
    Object.entries(document.webhooks).map(([event, { post }]) => {
      const headers = post.parameters.map((entry) => resolve(document, entry));
      return [
        event,
        {
          requiredHeaders: headers.filter((header) => header.required === true).map((header) => header.name),
          headers: Object.fromEntries(headers.map((header) => [header.name, inlineSchema(document, header.schema)])),
          schema: bodySchema(document, post.requestBody),
          documentedResponses: Object.keys(post.responses),
        },
      ];
    }),
  );
}

// A shared response becomes a marker that the writer replaces by a spread.
function responsesOf(document, operation) {
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      const codes = operation["x-error-codes"]?.[status];
      const name = response.$ref?.split("/").at(-1);
      return [status, name === undefined ? responseContract(document, response, codes) : { codes, "@shared": name }];
    }),
  );
}

/** The media type of a body that is not JSON, such as a stream of events. */
const otherMediaType = ({ content = {} }) => Object.keys(content).find((type) => type !== "application/json");

function bodySchema(document, holder) {
  const schema = holder?.content?.["application/json"]?.schema;
  return schema === undefined ? undefined : inlineSchema(document, schema);
}

function parameterSchema(document, operation, place) {
  const parameters = (operation.parameters ?? [])
    .map((entry) => resolve(document, entry))
    .filter((entry) => entry.in === place);
  if (parameters.length === 0) return undefined;
  const required = parameters.filter((entry) => entry.required === true).map((entry) => entry.name);
  return {
    type: "object",
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(
      parameters.map((entry) => [entry.name, inlineSchema(document, entry.schema, { keepDefaults: true })]),
    ),
  };
}

const optional = (name, value) => (value === undefined ? {} : { [name]: value });
