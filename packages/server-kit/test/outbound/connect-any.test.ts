// Real sockets; what is slow is made slow by dialling late.
import { connect, createServer, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { connectAny, NoAddressConnectedError } from "../../src/outbound/connect-any.js";
import { type Receiver, startReceiver } from "./receiver.js";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function receiver(): Promise<Receiver> {
  const started = await startReceiver(() => undefined);
  closers.push(started.close);
  return started;
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Addresses are words for what happens there; every socket that was dialled is kept. */
async function network() {
  const { port } = await receiver();
  const refusing = await closedPort();
  const sockets: Socket[] = [];
  const dial = (address: string): Socket => {
    const socket =
      address === "silent" || address.startsWith("late")
        ? new Socket()
        : connect(address === "refusing" ? refusing : port, "127.0.0.1");
    if (address.startsWith("late")) setTimeout(() => socket.connect(port, "127.0.0.1"), Number(address.slice(4)));
    sockets.push(socket);
    closers.push(() => socket.destroy());
    return socket;
  };
  return { dial, sockets };
}

test("C12: a slow first address is awaited after the second has refused", async () => {
  const { dial, sockets } = await network();
  // The proportions of the case: a second to connect, a quarter of one until the next address is tried.
  const socket = await connectAny({ dial, limitMs: 2000, staggerMs: 25 }, ["late100", "refusing"]);
  expect(socket).toBe(sockets[0]);
  expect(sockets).toHaveLength(2);
});

test("C12: the limit holds for each address, not for all together", async () => {
  const { dial } = await network();
  const socket = await connectAny({ dial, limitMs: 150, staggerMs: 100 }, ["silent", "silent", "late60"]);
  expect(socket.connecting).toBe(false);
});

test("the next address is tried in parallel with a slow one, and the slower connection is destroyed", async () => {
  const { dial, sockets } = await network();
  const socket = await connectAny({ dial, limitMs: 2000, staggerMs: 20 }, ["silent", "good"]);
  expect(socket).toBe(sockets[1]);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false]);
});

test("an address that refuses is followed by the next at once", async () => {
  const { dial } = await network();
  const socket = await connectAny({ dial, limitMs: 2000, staggerMs: 60_000 }, ["refusing", "refusing", "good"]);
  expect(socket.connecting).toBe(false);
});

test("when no address responds the error names each, and distinguishes timeouts from refusals", async () => {
  const { dial, sockets } = await network();
  const fails = (...addresses: string[]) => connectAny({ dial, limitMs: 250, staggerMs: 5 }, addresses);
  await expect(fails("silent", "refusing")).rejects.toMatchObject({
    isTimeout: false,
    message: expect.stringMatching(/refusing: .*ECONNREFUSED.*silent: connection timed out/),
  });
  await expect(fails("silent", "silent")).rejects.toMatchObject({ isTimeout: true });
  await expect(fails()).rejects.toBeInstanceOf(NoAddressConnectedError);
  expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
});
