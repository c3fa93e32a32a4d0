// Tests the events of every front end of a Lambda function, as AWS documents them: an authentic delivery, an
// altered one, and the response's shape.
import { type LambdaEvent, receiveWebhooks } from "@payment-sessions/webhook-verifier/lambda";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import { describe, expect, test } from "vitest";
import { SECRET } from "./receivers.js";

type Headers = Readonly<Record<string, string>>;

const lower = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const lists = (headers: Headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));

/** `body` is text, or base64 where `isBase64Encoded` is true. */
const fronts: Record<string, (headers: Headers, body: string, isBase64Encoded: boolean) => LambdaEvent> = {
  "API Gateway, REST API (format 1.0)": (headers, body, isBase64Encoded) => ({
    resource: "/webhooks",
    path: "/webhooks",
    httpMethod: "POST",
    headers,
    multiValueHeaders: lists(headers),
    queryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    requestContext: { httpMethod: "POST", path: "/prod/webhooks", stage: "prod", protocol: "HTTP/1.1" },
    body,
    isBase64Encoded,
  }),
  "API Gateway, HTTP API (format 2.0)": (headers, body, isBase64Encoded) => ({
    version: "2.0",
    routeKey: "POST /webhooks",
    rawPath: "/webhooks",
    rawQueryString: "",
    headers: lower(headers),
    requestContext: { http: { method: "POST", path: "/webhooks", protocol: "HTTP/1.1" }, stage: "$default" },
    body,
    isBase64Encoded,
  }),
  "API Gateway, HTTP API (format 1.0)": (headers, body, isBase64Encoded) => ({
    version: "1.0",
    httpMethod: "POST",
    headers: lower(headers),
    multiValueHeaders: lists(lower(headers)),
    requestContext: { httpMethod: "POST", path: "/webhooks" },
    body,
    isBase64Encoded,
  }),
  "load balancer": (headers, body, isBase64Encoded) => ({
    requestContext: { elb: { targetGroupArn: "arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/shop/1" } },
    httpMethod: "POST",
    path: "/webhooks",
    queryStringParameters: {},
    headers: lower(headers),
    body,
    isBase64Encoded,
  }),
  "load balancer with multi-value headers": (headers, body, isBase64Encoded) => ({
    requestContext: { elb: { targetGroupArn: "arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/shop/1" } },
    httpMethod: "POST",
    path: "/webhooks",
    multiValueQueryStringParameters: {},
    multiValueHeaders: lists(lower(headers)),
    body,
    isBase64Encoded,
  }),
  "function URL": (headers, body, isBase64Encoded) => ({
    version: "2.0",
    routeKey: "$default",
    rawPath: "/",
    headers: lower(headers),
    requestContext: { http: { method: "POST", path: "/" }, domainName: "abc.lambda-url.eu-west-1.on.aws" },
    body,
    isBase64Encoded,
  }),
};

describe.each(Object.entries(fronts))("%s", (name, eventOf) => {
  test.each([false, true])("takes an authentic delivery and refuses an altered one (base64: %s)", async (isBase64) => {
    const handler = receiveWebhooks({ secret: SECRET, onEvent: () => undefined });
    const { body, headers } = await signWebhook({ body: createEvent({ order_id: "Größe 😀" }), secret: SECRET });
    const text = new TextDecoder().decode(body);
    const encode = (value: string) => (isBase64 ? Buffer.from(value).toString("base64") : value);
    const response = await handler(eventOf(headers, encode(text), isBase64));
    expect(response).toMatchObject({
      statusCode: 200,
      isBase64Encoded: false,
      headers: { "content-type": "application/json" },
    });
    expect("multiValueHeaders" in response).toBe(name.endsWith("multi-value headers"));
    expect((await handler(eventOf(headers, encode(text.replace("1999", "9999")), isBase64))).statusCode).toBe(401);
    expect((await handler(eventOf({}, encode(text), isBase64))).statusCode).toBe(400);
  });
});
