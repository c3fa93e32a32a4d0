// One running instance in a separate process, with its background work: to be killed, restarted and replaced
// by a newer one. Its methods are called by POST /verb/<name> with their arguments as a JSON list.
import { createServer } from "node:http";
import { createPaymentService, postgresStorage } from "../../src/index.js";

/** Passed as a JSON argument on the command line. */
export interface LoadInstanceSettings {
  connectionString: string;
  port: number;
  encryptionKey: string;
  statusLimit: { max: number; windowSeconds: number };
}

// The test that starts this process writes it.
const settings = JSON.parse(process.argv[2] ?? "") as LoadInstanceSettings;
const ignored = () => undefined;
const service = createPaymentService({
  baseUrl: "http://127.0.0.1:1",
  storage: postgresStorage({ connectionString: settings.connectionString, maxConnections: 8 }),
  encryptionKey: settings.encryptionKey,
  rateLimits: { getPaymentStatus: settings.statusLimit },
  webhooks: { allowHttp: true, allowPrivateNetwork: true, timeoutMs: 2000 },
  logger: { debug: ignored, info: ignored, warn: ignored, error: (fields, message) => console.error(message, fields) },
});
const handle = service.callback();
const server = createServer(async (request, response) => {
  const [, name] = /^\/verb\/([\w.]+)$/.exec(request.url ?? "") ?? [];
  if (name === undefined) return handle(request, response);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const [group = "", verb = ""] = name.split(".");
  const part: object = Object(Reflect.get(service, group));
  try {
    const value: unknown = await Reflect.apply(
      Reflect.get(part, verb),
      part,
      JSON.parse(Buffer.concat(chunks).toString()),
    );
    response.end(JSON.stringify(value ?? null));
  } catch (error) {
    response.writeHead(error instanceof Error && "code" in error && error.code === "UNHEALTHY" ? 503 : 500);
    response.end(String(error));
  }
});
server.listen(settings.port, "127.0.0.1");
process.once("SIGTERM", async () => {
  // The service stops after the last request that needs it.
  const isClosed = new Promise((resolve) => server.close(resolve));
  const closing = setInterval(() => server.closeIdleConnections(), 20);
  await isClosed;
  clearInterval(closing);
  await service.stop();
  process.exit(0);
});
// Exits, so that the supervisor starts it again while the database is unavailable.
await service.start().catch((error: unknown) => {
  console.error("did not start", error);
  process.exit(1);
});
