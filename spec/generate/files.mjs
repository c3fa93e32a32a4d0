// Writes the text of each generated TypeScript file except the types of openapi-typescript.
import { operationContracts, sharedResponseContracts, unroutedContracts, webhookContracts } from "./contract.mjs";
import { contractTypes } from "./contract-types.mjs";
import { resolve } from "./load.mjs";

/** First lines of every generated file. */
export const header = (what) =>
  `// ${what}\n// Generated from spec/openapi.yaml and spec/errors.yaml by \`npm run generate\`. Do not edit.\n\n`;

const literal = (value) => JSON.stringify(value, undefined, 2).replace(/[\u007f-\uffff]/g, escapeCharacter);
// Many routes share the same error responses: they are written once and spread, with the codes of each route
// beside them.
const spreadShared = (text) => text.replace(/"@shared": "(\w+)"/g, "...shared.$1");
const escapeCharacter = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** One keyword of a field of the initialize request. */
const keywordOf = (document) => {
  const initialize = document.components.schemas.InitializePaymentRequest.properties;
  return (name, keyword) => ({ ...resolve(document, initialize[name]), ...initialize[name] })[keyword];
};

function limitsConstant(document) {
  const keyword = keywordOf(document);
  const limits = {
    ...document["x-limits"],
    amountCentsMin: keyword("amountCents", "minimum"),
    amountCentsMax: keyword("amountCents", "maximum"),
    orderIdMaxLength: keyword("orderId", "maxLength"),
    merchantIdMaxLength: keyword("merchantId", "maxLength"),
    returnUrlMaxLength: keyword("returnUrl", "maxLength"),
    senderNameMaxLength: keyword("senderName", "maxLength"),
    remittanceInfoMaxLength: keyword("remittanceInfo", "maxLength"),
    endToEndIdMaxLength: keyword("endToEndId", "maxLength"),
    idempotencyKeyMaxLength: document.components.parameters.IdempotencyKey.schema.maxLength,
  };
  return `/** Limits by name; the unit is in the name. */
export const limits = ${literal(limits)} as const;
`;
}

/** Only the limits, for rules that are independent of HTTP and schemas. */
export function limitsFile(document) {
  return `${header("The limits of the contract: sizes, times and counts.")}${limitsConstant(document)}`;
}

/** Request and response schemas of every operation. The limits are those of the module at `limitsFrom`. */
export function contractFile(document, limitsFrom) {
  return `${header("Requests and responses of each operation, as JSON Schema 2020-12 without references, and the limits of the contract.")}\
${contractTypes}const shared = ${literal(sharedResponseContracts(document))} as const satisfies Record<string, ResponseContract>;

/** Every operation under its operationId. */
export const contract = ${spreadShared(literal(operationContracts(document)))} as const satisfies Record<string, OperationContract>;

/** The operationIds of the contract. */
export type OperationId = keyof typeof contract;

/** Responses outside every operation: 404 for an unknown path, 405 for another method. */
export const unroutedResponses = ${literal(unroutedContracts(document))} as const satisfies Record<string, ResponseContract>;

/** Every event that is sent to merchants: headers, schema of the body, documented responses. */
export const webhookEvents = ${literal(webhookContracts(document))} as const satisfies Record<string, WebhookContract>;

export { limits } from "${limitsFrom}";

/** Limits of more than one route. */
export const sharedRateLimits = ${literal(document["x-rate-limits"])} as const satisfies Record<string, RateLimitContract>;

/** Regular expressions of fields, for \`new RegExp(pattern, "u")\`. */
export const patterns = ${literal(patternsOf(document))} as const;
`;
}

function patternsOf(document) {
  const keyword = keywordOf(document);
  const { parameters, schemas } = document.components;
  return {
    merchantId: keyword("merchantId", "pattern"),
    orderId: keyword("orderId", "pattern"),
    currency: keyword("currency", "pattern"),
    remittanceInfo: keyword("remittanceInfo", "pattern"),
    endToEndId: keyword("endToEndId", "pattern"),
    paymentId: schemas.PaymentId.pattern,
    idempotencyKey: parameters.IdempotencyKey.schema.pattern,
    orderKey: document.paths["/orders/{order_key}"].get.parameters[0].schema.pattern,
  };
}

/** The error table as a constant. */
export function errorTableFile(errors) {
  const table = Object.fromEntries(
    Object.entries(errors).map(([code, { status, error, message, literal: isFixed = false }]) => [
      code,
      { status, error, message, isFixed },
    ]),
  );
  return `${header("Every error code with its HTTP status, its fixed `error` text and its default `message`.")}\
/** The error table. Codes are only added, never renamed. Where isFixed, both texts are fixed by the specification. */
export const errorTable = ${literal(table)} as const;

/** A code of the error table. */
export type ErrorCode = keyof typeof errorTable;
`;
}

/** The document that the service serves. */
export function openApiFile(document) {
  return `${header("The OpenAPI document that GET /openapi.json serves; the service replaces `servers` by its own base URL.")}\
/** The OpenAPI 3.1 document as plain data. */
export const openApiDocument: { readonly [key: string]: unknown } = ${literal(document)};
`;
}

const CONSTANT_NAMES = {
  PaymentMethodInput: "paymentMethodInputs",
  PaymentMethod: "paymentMethods",
  CheckoutMode: "checkoutModes",
  TransactionStatus: "transactionStatuses",
  CheckoutFlowStatus: "checkoutFlowStatuses",
  RemittanceInfoSource: "remittanceInfoSources",
  PaymentMode: "paymentModes",
  SandboxEvent: "sandboxEvents",
  WebhookEventType: "webhookEventTypes",
  DeliveryPath: "deliveryPaths",
  DeliveryTrigger: "deliveryTriggers",
  DeliveryState: "deliveryStates",
  AttemptOutcome: "attemptOutcomes",
  HealthState: "healthStates",
  DatabaseState: "databaseStates",
  ApplicationState: "applicationStates",
  BackgroundState: "backgroundStates",
  VersionVerdict: "versionVerdicts",
  ErrorCode: "errorCodes",
};

/** Every named set of values as a constant array and its union. @throws when the document has a set without a name. */
export function enumsFile(document, errors) {
  const sets = Object.entries(document.components.schemas).filter(([, schema]) => Array.isArray(schema.enum));
  const blocks = sets.map(([name, schema]) => {
    const constant = CONSTANT_NAMES[name];
    if (constant === undefined)
      throw new Error(`${name} has no constant name: add one to CONSTANT_NAMES in spec/generate/files.mjs`);
    const meaning = schema["x-enum-descriptions"] ?? {};
    const values = schema.enum.map((value) => ` * - \`${value}\`: ${meaning[value] ?? errors[value]?.when}`).join("\n");
    return `/**\n * ${schema.description}\n${values}\n */\nexport const ${constant} = ${literal(schema.enum)} as const;\nexport type ${name} = (typeof ${constant})[number];\n`;
  });
  return `${header("Every named set of values of the contract.")}${blocks.join("\n")}`;
}
