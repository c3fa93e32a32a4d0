// Tests the metrics for Prometheus: on a route with a token, on a separate port, and as the files in
// docs/monitoring query them.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parser } from "@prometheus-io/lezer-promql";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { openMetricsServer } from "../../src/cli/metrics-server.js";
import { createPaymentService, type PaymentService } from "../../src/index.js";
import { commandLineOn, freshFile } from "../cli/call-command-line.js";
import { serveService } from "../serve.js";
import { freshStorage } from "../storages.js";

let service: PaymentService | undefined;
afterEach(() => service?.stop());

const metricsToken = "a-token-of-some-length";

async function listen() {
  service = createPaymentService({ baseUrl: "http://127.0.0.1", storage: freshStorage(), metricsToken });
  const base = await serveService(service);
  const get = (path: string, token?: string) =>
    fetch(base + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  return { service, base, get };
}

test("O16: /metrics responds only to requests with the token", async () => {
  const { get } = await listen();
  expect((await get("/metrics")).status).toBe(404);
  expect((await get("/metrics", "a-wrong-token-of-length")).status).toBe(404);
  const response = await get("/metrics", metricsToken);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
});

test("O16: requests, units of work, stores, deliveries and lag are counted, by route template and bounded labels", async () => {
  const { service, base, get } = await listen();
  await service.stores.create({ merchantId: "m_1", name: "S" });
  await get("/payments/pay_1/status");
  await fetch(`${base}/live`, { method: "PROPFIND" });
  const text = await (await get("/metrics", metricsToken)).text();
  expect(text).toContain(
    'payment_sessions_request_duration_seconds_count{method="GET",route="/payments/{paymentId}/status",status="401"} 1',
  );
  expect(text).toContain('method="other"');
  expect(text).not.toContain("pay_1");
  expect(text).toMatch(/payment_sessions_unit_of_work_duration_seconds_count\{outcome="committed"\} [1-9]/);
  expect(text).toContain('payment_sessions_stores{state="open"} 1');
  expect(text).toContain('payment_sessions_webhook_queue_depth_by_path{path="legacy"} 0');
  expect(text).toContain('payment_sessions_webhook_oldest_due_by_path_seconds{path="queue"} 0');
  expect(text).toMatch(/payment_sessions_event_loop_lag_seconds\{quantile="0.99"\}/);
  // No sample appears twice: Prometheus refuses such text.
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("O16: serve has a separate port for metrics, with those of the process", async () => {
  const running = await commandLineOn(freshFile()).begin("serve", "--port", "0", "--metrics-port", "0");
  const url = /Metrics: (\S+)/.exec(running.out)?.[1] ?? "";
  const text = await (await fetch(url)).text();
  expect(text).toContain("payment_sessions_webhook_queue_depth");
  expect(text).toContain("process_cpu_user_seconds_total");
  expect((await fetch(url.replace("/metrics", "/payments"))).status).toBe(404);
  expect((await running.stop()).exitCode).toBe(0);
});

const document = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../docs/monitoring/${name}`, import.meta.url)), "utf8");

function expressions(): { place: string; expression: string }[] {
  // The shapes of a rule file and of a dashboard, as Prometheus and Grafana document them.
  const rules = parse(document("alerts.yml")) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const board = JSON.parse(document("dashboard.json")) as { panels: { title: string; targets: { expr: string }[] }[] };
  return [
    ...rules.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ place: alert, expression: expr }))),
    ...board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ place: title, expression: expr }))),
  ];
}

test("O16: the metrics port says where to look when it has no metrics, and where they are", async () => {
  const failing = async () => Promise.reject(new Error("the database is locked"));
  const { url, close } = await openMetricsServer({ host: "127.0.0.1", port: 0 }, failing);
  onTestFinished(close);
  const failed = await fetch(url);
  expect([failed.status, await failed.text()]).toEqual([
    503,
    "The metrics cannot be read now; /ready and the log say why.\n",
  ]);
  const elsewhere = await fetch(new URL("/", url));
  expect([elsewhere.status, await elsewhere.text()]).toEqual([404, "The metrics are at GET /metrics.\n"]);
});

test("O16: every expression of the dashboard and of the alert rules is PromQL over metrics of the service", async () => {
  const { get } = await listen();
  const text = await (await get("/metrics", metricsToken)).text();
  const families = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
  const all = expressions();
  expect(all.length).toBeGreaterThan(25);
  for (const { place, expression } of all) {
    const errors: number[] = [];
    parser.parse(expression.replaceAll("$__rate_interval", "5m")).iterate({
      enter: ({ type, from }) => void (type.isError && errors.push(from)),
    });
    expect([place, expression, errors]).toEqual([place, expression, []]);
    for (const [name] of expression.matchAll(/payment_sessions_\w+/g)) {
      const family = name.replace(/_(bucket|count|sum)$/, "");
      expect([place, name, families.has(name) || families.has(family)]).toEqual([place, name, true]);
    }
  }
});

test("O16: the table of metrics names every metric of the service, and no other", async () => {
  const { get } = await listen();
  const text = await (await get("/metrics", metricsToken)).text();
  const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name);
  // `…_by_path` is a name that begins as the one before it.
  const named = [...document("README.md").matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(…?)(\w+)`/g)].map(([, cut, name = ""]) => ({ cut: cut !== "", name })),
  );
  const isNamed = (family: string) => named.some(({ cut, name }) => (cut ? family.endsWith(name) : family === name));
  const exists = ({ cut, name }: (typeof named)[number]) =>
    families.some((family) => (cut ? family.endsWith(name) : family === name));
  expect(families.filter((family) => !isNamed(family))).toEqual([]);
  expect(named.filter((one) => !exists(one)).map(({ name }) => name)).toEqual([]);
});
