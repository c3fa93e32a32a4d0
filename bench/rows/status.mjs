// GET /payments/{paymentId}/status over a thousand payments, asked for in turn.
import { startServer } from "../measure/child-server.mjs";
import { createPayments } from "./create-payments.mjs";
import { httpContestant } from "./http-contestant.mjs";

/** @type {import("../measure/run-row.mjs").Row} */
export const status = {
  name: "status",
  title: "Status read, 50 connections",
  unit: "requests/s",
  aim: ">= 0.7 of the echo",
  async prepare() {
    const ours = await startServer("payment-sessions.mjs");
    const [store] = ours.facts.stores;
    const paymentIds = await createPayments(ours.facts.port, store, 1000);
    const load = {
      path: "",
      paths: paymentIds.map((paymentId) => `/payments/${paymentId}/status`),
      headers: { authorization: `Bearer ${store.apiKey}` },
    };
    return {
      contestants: [
        httpContestant({ name: "Koa echo", role: "ceiling", server: await startServer("koa-echo.mjs"), load }),
        httpContestant({ name: "Payment Sessions", role: "ours", server: ours, load }),
      ],
    };
  },
};
