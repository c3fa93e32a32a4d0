// payment-sessions serve: runs the service on a port until SIGTERM or SIGINT, then stops gracefully.
import { type Environment, environments } from "../../domain/environment.js";
import { errorCode } from "../../domain/read-field.js";
import { type Command, type GivenOptions, type OptionSpec, UsageError } from "../command.js";
import { mailerFor, warnOfDeadMailServer } from "../mailer-for.js";
import { openMetricsServer } from "../metrics-server.js";
import {
  chosenLogger,
  databaseOptions,
  openService,
  servedEnvironments,
  webhookAddressOptions,
  webhookAddressSettings,
} from "../open-service.js";
import { retentionOption, retentionSettings, wholeNumber } from "../option-values.js";
import { chooseAddress, type ListenAddress, listenUntilStopped } from "../serving.js";

export const servingOptions: readonly OptionSpec[] = [
  {
    name: "port",
    configures: true,
    otherwise: "8080",
    value: "<number>",
    summary: "default 8080; 0 picks a free one",
  },
  {
    name: "host",
    configures: true,
    otherwise: "127.0.0.1",
    value: "<address>",
    summary: "the address to listen on; default 127.0.0.1",
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
  summary: "Runs the service until SIGTERM or SIGINT; creates and migrates the database first.",
  options: [
    ...servingOptions,
    {
      name: "environments",
      configures: true,
      otherwise: "test,live",
      value: "<word,…>",
      summary: `what is served: ${environments.join(", ")}; default: both`,
    },
    {
      name: "trusted-proxy-hops",
      configures: true,
      otherwise: "0",
      value: "<number>",
      summary: "proxies of yours in front; default: 0",
    },
    {
      name: "smtp-url",
      configures: true,
      isSecret: true,
      otherwise: "no mail is sent",
      value: "<url>",
      summary: "sends mail about failed deliveries, such as smtp://user:password@host:587",
    },
    {
      name: "mail-from",
      configures: true,
      otherwise: "payments@<host of the base URL>",
      value: "<address>",
      summary: "sender of those mails; default: payments@<host of the base URL>",
    },
    {
      name: "metrics-port",
      configures: true,
      otherwise: "no port",
      value: "<number>",
      summary: "answers GET /metrics for Prometheus on this port too, without a token; 0 takes a free one",
    },
    {
      name: "metrics-host",
      configures: true,
      otherwise: "127.0.0.1",
      value: "<address>",
      summary: "the address of that port; default: 127.0.0.1",
    },
    {
      name: "metrics-token",
      configures: true,
      isSecret: true,
      otherwise: "no address",
      value: "<secret>",
      summary: "answers GET /metrics below the base URL to whoever sends this as Bearer token",
    },
    ...webhookAddressOptions,
    retentionOption,
    ...databaseOptions,
  ],
  async run(given, io) {
    const address = await chooseAddress(given);
    const service = openService(given, {
      mayCreate: true,
      baseUrl: address.baseUrl,
      logger: chosenLogger(given, "info"),
      environments: servedEnvironments(given),
      trustedProxyHops: wholeNumber(given, "trusted-proxy-hops", { min: 0, max: 10 }),
      mailer: mailerFor(given),
      mailFrom: given.text("mail-from"),
      webhooks: webhookAddressSettings(given),
      ...retentionSettings(given),
      metricsToken: given.text("metrics-token"),
    });
    const metrics = await openMetrics(given, () => service.metrics());
    const { finished } = await listenUntilStopped(service, given, address, io, async () => metrics?.close());
    void warnOfDeadMailServer(given, io);
    const metricsLine = metrics === undefined ? "" : `\nMetrics: ${metrics.url}`;
    return {
      document: {
        url: address.listenUrl,
        baseUrl: address.baseUrl,
        pid: process.pid,
        ...(metrics !== undefined && { metricsUrl: metrics.url }),
      },
      text: describe(address, servedEnvironments(given) ?? environments) + metricsLine,
      finished,
    };
  },
};

async function openMetrics(given: GivenOptions, render: () => Promise<string>) {
  const port = wholeNumber(given, "metrics-port", { min: 0, max: 65_535 });
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

function describe({ listenUrl, baseUrl }: ListenAddress, served: readonly Environment[]): string {
  return [
    `Listening on ${listenUrl} for ${served.join(" and ")} payments. Base URL: ${baseUrl}`,
    `Health: ${baseUrl}/health`,
    "Ctrl-C stops it.",
  ].join("\n");
}
