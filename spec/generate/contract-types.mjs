// The TypeScript types at the beginning of the generated contract.

export const contractTypes = `\
/** A JSON Schema 2020-12 document; Ajv2020 compiles it unchanged. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The response of one status of an operation. \`codes\` are the error codes it may have; absent on 2xx. */
export interface ResponseContract {
  readonly codes?: readonly string[];
  readonly requiredHeaders: readonly string[];
  readonly headers: { readonly [name: string]: JsonSchema };
  readonly schema?: JsonSchema;
  /** Of a body that is not JSON. */
  readonly mediaType?: string;
}

/** Calls allowed in a window; \`per\` is the unit that is counted. */
export interface RateLimitContract {
  readonly max: number;
  readonly windowSeconds: number;
  readonly burst?: number;
  readonly per: "key" | "address" | "account";
}

/** The request and responses of one operation. */
export interface OperationContract {
  readonly operationId: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  readonly path: string;
  readonly security: readonly string[];
  readonly rateLimit?: RateLimitContract;
  readonly requestBody?: JsonSchema;
  readonly query?: JsonSchema;
  readonly pathParams?: JsonSchema;
  readonly responses: { readonly [status: string]: ResponseContract };
}

/** One event that is sent to merchants. */
export interface WebhookContract {
  readonly requiredHeaders: readonly string[];
  readonly headers: { readonly [name: string]: JsonSchema };
  readonly schema: JsonSchema;
  readonly documentedResponses: readonly string[];
}

`;
