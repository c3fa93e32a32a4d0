// A service behind a server of the test. `service.listen` has one too, whose stop waits for 200 ms, so that no request that is still arriving is
// lost: only the tests about it need that.
import { createServer } from "node:http";
import type { PaymentService } from "../src/index.js";
import { listen } from "./listen.js";

/** Starts the service; its stop closes the server. Returns the URL without a path. */
export async function serveService(service: PaymentService, server = createServer()): Promise<string> {
  await service.start();
  server.on("request", service.callback());
  const { url, close } = await listen(server);
  const stop = service.stop;
  service.stop = async () => {
    await stop();
    await close();
  };
  return url;
}
