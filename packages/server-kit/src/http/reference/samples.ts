// Request samples: the same request with curl and with the SDK, generated from an example of the API description.
import { type ApiDocument, type ApiOperation, type DocumentNode, listOf, nodeOf, textOf } from "./document.js";

export interface RequestSample {
  /** The example's summary; undefined for an operation without a body. */
  title: string | undefined;
  curl: string;
  sdk: string;
}

/** One for each example of the request body; a single one for an operation without a body. */
export function requestSamples(document: ApiDocument, operation: ApiOperation, baseUrl: string): RequestSample[] {
  const content = nodeOf(nodeOf(nodeOf(document.resolve(operation.node.requestBody).content)["application/json"]));
  const examples = Object.values(nodeOf(content.examples)).map(nodeOf);
  const call = describeCall(document, operation);
  return (examples.length === 0 ? [{}] : examples).map(({ summary, value }: DocumentNode) => ({
    title: textOf(summary),
    curl: curlOf(call, baseUrl, value),
    sdk: sdkOf(call, value),
  }));
}

interface Call {
  id: string;
  method: string;
  path: string;
  /** Values of the path parameters and of the required query parameters. */
  given: Record<string, string>;
  query: [name: string, value: string][];
  needsKey: boolean;
  takesIdempotencyKey: boolean;
  isStream: boolean;
}

function describeCall(document: ApiDocument, { id, method, path, node }: ApiOperation): Call {
  const parameters = listOf(node.parameters).map((parameter) => document.resolve(parameter));
  const named = (place: string) =>
    parameters
      .filter((one) => one.in === place && (place === "path" || one.required === true))
      .map(({ name, example }): [string, string] => [textOf(name) ?? "", String(example ?? "")]);
  return {
    id,
    method,
    path: named("path").reduce((whole, [name, value]) => whole.replace(`{${name}}`, encodeURIComponent(value)), path),
    given: Object.fromEntries([...named("path"), ...named("query")]),
    query: named("query"),
    needsKey: listOf(node.security ?? document.root.security).some((entry) => "apiKey" in nodeOf(entry)),
    takesIdempotencyKey: parameters.some(({ name }) => name === "Idempotency-Key"),
    isStream: id === "listenToWebhooks",
  };
}

function curlOf(call: Call, baseUrl: string, body: unknown): string {
  const query = call.query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const url = `${baseUrl}${call.path}${query === "" ? "" : `?${query}`}`;
  const lines = [
    `curl ${call.isStream ? "-N " : ""}${query === "" ? url : `'${url}'`}`,
    ...(call.needsKey ? [`-H "Authorization: Bearer $PAYMENT_SESSIONS_API_KEY"`] : []),
    ...(call.takesIdempotencyKey ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...(body === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return lines.join(" \\\n  ");
}

type SdkCall = (call: Call, body: unknown) => string;

const text = (value: unknown) => JSON.stringify(value ?? "");

const sdkCalls: Readonly<Record<string, SdkCall>> = {
  initializeCustomPaymentSession: (_, body) =>
    `const session = await payments.sessions.initialize(${literal(body)});\nresponse.redirect(303, session.handoffUrl);`,
  getPaymentStatus: ({ given }) => `const { status } = await payments.sessions.status(${text(given.paymentId)});`,
  getPaymentBankDetails: ({ given }) =>
    `const details = await payments.sessions.bankDetails(${text(given.paymentId)}, {\n  orderId: ${text(given.orderId)},\n});`,
  getOrder: ({ given }) =>
    `const { order } = await payments.orders.get(${text(given.order_key)}, {\n  shopId: ${text(given.shopId)},\n});`,
  getWebhookHistory: ({ given }) =>
    `const history = await payments.sessions.webhookHistory(${text(given.transaction_id)});`,
  sendSandboxEvent: ({ given }, body) =>
    `const result = await payments.sandbox.send(${text(given.paymentId)}, ${literal(body)});`,
  listenToWebhooks: () => "npx @payment-sessions/sdk listen --forward-to http://localhost:3000/webhooks",
  getHealth: () => "const health = await payments.service.health();",
  getVersion: () => "const version = await payments.service.version();",
  checkVersion: (_, body) => `const check = await payments.service.check(${literal(body)});`,
};

function sdkOf(call: Call, body: unknown): string {
  const write = sdkCalls[call.id] ?? (() => `const data = await payments.request("${call.method}", "${call.path}");`);
  return write(call, body);
}

/** JSON as a JavaScript literal: names without quotes. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}
