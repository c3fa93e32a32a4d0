// A port for a server whose address has to be known before it listens. Below the range from which systems take the ports of outgoing
// connections: such a connection could take the port before it is used.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const [lowest, highest] = [20_000, 32_000];

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
