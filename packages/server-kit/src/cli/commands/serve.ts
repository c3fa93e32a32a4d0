// payment-sessions serve: runs the service on a port until SIGTERM, SIGINT or SIGHUP, then stops gracefully.
import { type Environment, environments } from "../../domain/environment.js";
import { errorCode } from "../../domain/read-field.js";
import { type Command, type GivenOptions, type OptionSpec, UsageError } from "../command.js";
import { warnIfMailServerUnreachable } from "../mailer-for.js";
import { openMetricsServer } from "../metrics-server.js";
import { databaseOptions, openService, servedEnvironments, webhookAddressOptions } from "../open-service.js";
import { retentionOption } from "../option-values.js";
import { metricsPortOf, readServeSettings } from "../serve-settings.js";
import { chooseAddress, type ListenAddress, listenAndStopOnSignal, requireListenableHost } from "../serving.js";

export const servingOptions: readonly OptionSpec[] = [
  {
    name: "port",
    configures: true,
    otherwise: "8080",
    value: "<number>",
    summary: "the port to listen on; 0 picks a free one; default: 8080",
  },
  {
    name: "host",
    configures: true,
    otherwise: "127.0.0.1",
    value: "<address>",
    summary: "the address to listen on; default: 127.0.0.1",
  },
  {
    name: "base-url",
    configures: true,
    otherwise: "the listening address",
    value: "<url>",
    summary: "where buyers and merchants reach the service, path prefix included; default: the listening address",
  },
];

export const serveCommand: Command = {
  name: "serve",
  summary: "Runs the service until SIGTERM, SIGINT or SIGHUP; creates and migrates the database first.",
  options: [
    ...servingOptions,
    {
      name: "environments",
      configures: true,
      otherwise: "test,live",
      value: "<word,…>",
      summary: `which payments are served: ${environments.join(", ")}; default: both`,
    },
    {
      name: "trusted-proxy-hops",
      configures: true,
      otherwise: "0",
      value: "<number>",
      summary: "number of your proxies in front of the service; default: 0",
    },
    {
      name: "smtp-url",
      configures: true,
      isSecret: true,
      otherwise: "no mail is sent",
      value: "<url>",
      summary:
        "the server for mail about failed deliveries, such as smtp://user:password@host:587; a password is sent over TLS only, unless ?requireTLS=false",
    },
    {
      name: "mail-from",
      configures: true,
      otherwise: "payments@<host of the base URL>",
      value: "<address>",
      summary: "sender of these mails; default: payments@<host of the base URL>",
    },
    {
      name: "metrics-port",
      configures: true,
      otherwise: "no metrics port",
      value: "<number>",
      summary: "also serve GET /metrics for Prometheus on this port, without a token; 0 picks a free one",
    },
    {
      name: "metrics-host",
      configures: true,
      otherwise: "127.0.0.1",
      value: "<address>",
      summary: "the address to listen on for metrics; default: 127.0.0.1",
    },
    {
      name: "metrics-token",
      configures: true,
      isSecret: true,
      otherwise: "no metrics below the base URL",
      value: "<secret>",
      summary: "serve GET /metrics below the base URL to callers with this bearer token",
    },
    ...webhookAddressOptions,
    retentionOption,
    ...databaseOptions,
  ],
  async run(given, io) {
    await requireListenableHost(given);
    const settings = readServeSettings(given);
    const address = await chooseAddress(given);
    const service = openService(given, { mayCreate: true, ...settings, baseUrl: address.baseUrl });
    const metrics = await openMetrics(given, () => service.metrics());
    const { finished } = await listenAndStopOnSignal(service, given, address, io, async () => metrics?.close());
    void warnIfMailServerUnreachable(given, io);
    return {
      document: {
        url: address.listenUrl,
        baseUrl: address.baseUrl,
        pid: process.pid,
        ...(metrics !== undefined && { metricsUrl: metrics.url }),
      },
      text: describe(address, servedEnvironments(given) ?? environments, metrics?.url),
      finished,
    };
  },
};

async function openMetrics(given: GivenOptions, render: () => Promise<string>) {
  const port = metricsPortOf(given);
  if (port === undefined) return undefined;
  const host = given.text("metrics-host") || "127.0.0.1";
  try {
    return await openMetricsServer({ host, port }, render);
  } catch (error) {
    const reason = errorCode(error) ?? String(error);
    throw new UsageError(
      `${given.source("metrics-port")} ${port} on ${host} cannot be used: ${reason}. Choose another.`,
    );
  }
}

function describe(
  { listenUrl, baseUrl }: ListenAddress,
  served: readonly Environment[],
  metricsUrl: string | undefined,
): string {
  return [
    `Listening on ${listenUrl} for ${served.join(" and ")} payments. Base URL: ${baseUrl}`,
    // The base URL may lead to another instance behind the same proxy.
    `Health: ${listenUrl}${new URL(baseUrl).pathname.replace(/\/$/, "")}/health`,
    ...(metricsUrl === undefined ? [] : [`Metrics: ${metricsUrl}`]),
    "Press Ctrl-C to stop.",
  ].join("\n");
}
