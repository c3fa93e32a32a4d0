// Which address of a host is connected to, with real sockets; a slow connection is one that is opened late.
import { connect, createServer, Socket } from "node:net";
import { expect, test } from "vitest";
import { connectAny, NoAddressConnectedError } from "../../src/outbound/connect-any.js";
import { listen } from "../listen.js";
import { closeAfterTest } from "../loopback.js";
import { type Receiver, startReceiver } from "./receiver.js";

async function receiver(): Promise<Receiver> {
  const started = await startReceiver(() => undefined);
  closeAfterTest(started.close);
  return started;
}

/** A port on which nobody listens. */
async function closedPort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}

/** An address names the behaviour of a connection to it; every socket is recorded. */
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
    closeAfterTest(() => socket.destroy());
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
  const socket = await connectAny({ dial, limitMs: 600, staggerMs: 400 }, ["silent", "silent", "late100"]);
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
  const fails = (...addresses: string[]) => connectAny({ dial, limitMs: 1000, staggerMs: 5 }, addresses);
  await expect(fails("silent", "refusing")).rejects.toMatchObject({
    isTimeout: false,
    message: expect.stringMatching(/refusing: .*ECONNREFUSED.*silent: connection timed out/),
  });
  await expect(fails("silent", "silent")).rejects.toMatchObject({ isTimeout: true });
  await expect(fails()).rejects.toBeInstanceOf(NoAddressConnectedError);
  expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
});
