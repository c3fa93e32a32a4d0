// C7, C8: receivers as merchants type them. Everything is exported, so that each type has to be nameable in a
// declaration file.

import { answerChallenge, verifySignature, verifyWebhook, type WebhookEvent } from "@payment-sessions/webhook-verifier";
import { handleOnce, memoryDedupeStore } from "@payment-sessions/webhook-verifier/dedupe";
import * as express from "@payment-sessions/webhook-verifier/express";
import * as fastify from "@payment-sessions/webhook-verifier/fastify";
import * as fetchEntry from "@payment-sessions/webhook-verifier/fetch";
import * as http from "@payment-sessions/webhook-verifier/http";
import * as koa from "@payment-sessions/webhook-verifier/koa";
import * as lambda from "@payment-sessions/webhook-verifier/lambda";
import * as next from "@payment-sessions/webhook-verifier/next";
import { verifyWebhookSync } from "@payment-sessions/webhook-verifier/node";
import { sqliteDedupeStore } from "@payment-sessions/webhook-verifier/sqlite";
import { createEvent, signWebhook } from "@payment-sessions/webhook-verifier/testing";
import type {
  ALBHandler,
  APIGatewayProxyHandler,
  APIGatewayProxyHandlerV2,
  LambdaFunctionURLHandler,
} from "aws-lambda";

interface Environment {
  readonly secret: string | undefined;
  readonly prefix?: string;
  readonly deliveryId: string | undefined;
}
declare const environment: Environment;
declare const database: Parameters<typeof sqliteDedupeStore>[0];

/** An interface has no index signature, unlike a type alias. */
interface Metadata {
  readonly cart: string;
}
declare const metadata: Metadata;

// A value that may be undefined is passed on unchanged.
export const options = {
  secret: environment.secret,
  headerPrefix: environment.prefix,
  dedupe: memoryDedupeStore({ leaseMs: undefined }),
  onEvent: (event: WebhookEvent) => event.deliveryId,
};

export const restApi: APIGatewayProxyHandler = lambda.receiveWebhooks(options);
export const httpApi: APIGatewayProxyHandlerV2 = lambda.receiveWebhooks(options);
export const loadBalancer: ALBHandler = lambda.receiveWebhooks(options);
export const functionUrl: LambdaFunctionURLHandler = lambda.receiveWebhooks(options);

export const inferred = {
  express: express.receiveWebhooks(options),
  fastify: fastify.receiveWebhooks(options),
  fetch: fetchEntry.receiveWebhooks({ ...options, secret: () => environment.secret }),
  http: http.receiveWebhooks(options),
  koa: koa.receiveWebhooks(options),
  lambda: lambda.receiveWebhooks(options),
  next: next.receiveWebhooks(options),
  pages: next.receiveWebhooksPages(options),
};
export const stores = [memoryDedupeStore(), sqliteDedupeStore(database)];
export const paid = createEvent({ order_id: environment.deliveryId, status: "paid", metadata });
export const challenge = createEvent({ event: "service.webhook_verification" });
export const delivery = () =>
  signWebhook({
    body: paid,
    secret: "s",
    deliveryId: environment.deliveryId,
    event: undefined,
    attempt: undefined,
    headerPrefix: environment.prefix,
  });

export const check = async (body: Uint8Array, headers: Headers) => {
  const request = { body, headers, secret: "s", headerPrefix: environment.prefix };
  const once = await handleOnce(memoryDedupeStore(), ["key"], () => undefined);
  return { once, answer: await answerChallenge(request), event: await verifyWebhook(request) };
};
export const atOnce = (body: Uint8Array, headers: Headers) => verifyWebhookSync({ body, headers, secret: "s" });
export const isAuthentic = (body: Uint8Array) => verifySignature(body, undefined, "s");

export const orderOf = (event: WebhookEvent): string | undefined => {
  switch (event.event) {
    case "transaction.status_changed":
      return event.order_id;
    case "service.webhook_verification":
      return event.challenge;
    default:
      return undefined;
  }
};
