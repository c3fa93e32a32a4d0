// The samples of the reference are run: curl's and the SDK's make one and the same request, the one of the example.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { PaymentSessions } from "../../../sdk/src/index.js";
import { operationOfMethod } from "../../../sdk/src/mock/engine/client-methods.js";
import { openApiDocument } from "../../src/http/generated/openapi.js";
import { listOf, nodeOf, operationsOf, readDocument } from "../../src/http/reference/document.js";
import { requestSamples } from "../../src/http/reference/samples.js";

const baseUrl = "https://pay.example.org/pay";
const document = readDocument(openApiDocument);
const samples = operationsOf(document, "paths").flatMap((operation) => {
  const content = nodeOf(nodeOf(document.resolve(operation.node.requestBody).content)["application/json"]);
  const examples = Object.values(nodeOf(nodeOf(content).examples)).map(nodeOf);
  return requestSamples(document, operation, baseUrl).map((sample, index) => ({
    name: `${operation.id} ${sample.title ?? ""}`.trim(),
    operation,
    sample,
    body: examples[index]?.value,
  }));
});

interface Sent {
  method: string;
  url: string;
  body: unknown;
  hasKey: boolean;
}

/** What the shell hands to curl. */
function runCurl(sample: string): Sent {
  const script = `curl() { printf '%s\\0' "$@"; }\nuuidgen() { echo 1; }\nPAYMENT_SESSIONS_API_KEY=ps_test_1\n${sample}`;
  const words = execFileSync("bash", ["-euc", script], { encoding: "utf8" }).split("\0");
  const after = (flag: string) => words.filter((_, index) => words[index - 1] === flag);
  const [data] = after("-d");
  return {
    method: data === undefined ? "GET" : "POST",
    url: words.find((word) => word.startsWith("https://")) ?? "",
    body: data === undefined ? undefined : JSON.parse(data),
    hasKey: after("-H").includes("Authorization: Bearer ps_test_1"),
  };
}

async function runSdk(sample: string): Promise<Sent> {
  const sent: Sent[] = [];
  const payments = new PaymentSessions({
    apiKey: "ps_test_1",
    baseUrl,
    maxRetries: 0,
    fetch: async (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      sent.push({
        method: String(init.method),
        url,
        body,
        hasKey: headers.get("authorization") === "Bearer ps_test_1",
      });
      return new Response("{}", { status: 404 });
    },
  });
  const program = new Function("payments", "response", `return (async () => { ${sample} })()`);
  await program(payments, {}).catch(() => undefined); // the response is no success: what was asked counts
  const [only, ...more] = sent;
  if (only === undefined || more.length > 0) throw new Error(`${sent.length} requests`);
  return only;
}

test.each(samples)("$name: curl makes the request of the example", ({ operation, sample, body }) => {
  const sent = runCurl(sample.curl);
  expect([sent.method, sent.body]).toEqual([operation.method, body]);
  const path = operation.path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.");
  expect(sent.url).toMatch(new RegExp(`^${baseUrl}${path}(\\?.+)?$`));
  const required = listOf(operation.node.parameters)
    .map((parameter) => document.resolve(parameter))
    .filter((parameter) => parameter.in === "query" && parameter.required === true);
  for (const { name, example } of required)
    expect(new URL(sent.url).searchParams.get(String(name))).toBe(String(example));
  expect(sent.url).not.toContain("{");
  expect(sent.hasKey).toBe(
    listOf(operation.node.security ?? openApiDocument.security).some((one) => "apiKey" in nodeOf(one)),
  );
});

test.each(Object.entries(operationOfMethod))("%s: its operation's sample calls it", (method, operationId) => {
  const itsSamples = samples.filter(({ operation }) => operation.id === operationId);
  expect(itsSamples).not.toEqual([]);
  for (const { sample } of itsSamples) expect(sample.sdk).toContain(`payments.${method}(`);
});

test.each(samples.filter(({ operation }) => operation.id !== "listenToWebhooks"))(
  "$name: the SDK makes the same request as curl",
  async ({ sample }) => {
    const [byCurl, bySdk] = [runCurl(sample.curl), await runSdk(sample.sdk)];
    expect([bySdk.method, bySdk.url, bySdk.body]).toEqual([byCurl.method, byCurl.url, byCurl.body]);
  },
);
