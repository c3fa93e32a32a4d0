// C8: handlers as most merchants export them, with named imports of one entry: a declaration file has to name their types.
import { receiveWebhooks as receiveExpress } from "@payment-sessions/webhook-verifier/express";
import { receiveWebhooks as receiveFastify } from "@payment-sessions/webhook-verifier/fastify";
import { receiveWebhooks as receiveFetch } from "@payment-sessions/webhook-verifier/fetch";
import { receiveWebhooks as receiveHttp } from "@payment-sessions/webhook-verifier/http";
import { receiveWebhooks as receiveKoa } from "@payment-sessions/webhook-verifier/koa";
import { receiveWebhooks as receiveLambda } from "@payment-sessions/webhook-verifier/lambda";
import { receiveWebhooks as receiveNext, receiveWebhooksPages } from "@payment-sessions/webhook-verifier/next";

const options = { secret: "a secret", onEvent: () => undefined };

export const express = receiveExpress(options);
export const fastify = receiveFastify(options);
export const fetchHandler = receiveFetch(options);
export const http = receiveHttp(options);
export const koa = receiveKoa(options);
export const handler = receiveLambda(options);
export const POST = receiveNext(options);
export const pages = receiveWebhooksPages(options);
