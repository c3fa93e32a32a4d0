// Tests which addresses deliveries may not be sent to, in every notation, when saved and when connecting (spec/rules.md#events).
import fc from "fast-check";
import { expect, test } from "vitest";
import { classifyAddress } from "../../src/domain/public-address.js";
import { checkWebhookUrl } from "../../src/domain/webhook-url.js";
import { vetHost } from "../../src/outbound/address-guard.js";
import { type LookupFunction, resolverFromLookup } from "../../src/outbound/resolve-host.js";
import { createWebhookSender } from "../../src/outbound/webhook-sender.js";
import { closeAfterTest } from "../loopback.js";
import { startReceiver } from "./receiver.js";

const strict = { allowHttp: false, allowPrivateNetwork: false };
const body = new TextEncoder().encode("{}");

const notPublic = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::ffff:a9fe:a9fe",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "not an address",
  "1.2.3",
  "1.2.3.4.5",
  "1:2:3",
  "1::2::3",
];
test.each(notPublic)("%s is not a public address", (address) => {
  expect(classifyAddress(address)).not.toBe("public");
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "192.0.1.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2001:4860:4860::8888",
  "2a00:1450:4001:82a::200e",
  "2003::1",
])("%s is a public address", (address) => {
  expect(classifyAddress(address)).toBe("public");
});

test("an IPv6 address is checked by its value, in any notation", () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
      expect(classifyAddress(address)).toBe(classifyAddress(canonical));
      expect(classifyAddress(address.toUpperCase())).toBe(classifyAddress(canonical));
    }),
  );
});

const spellings = [
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://127.0.0.1./",
  "https://①②⑦.0.0.1/",
  "https://127%2e0.0.1/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:a9fe:a9fe]/",
  "https://[::7f00:1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[::]/",
  "https://0/",
  "https://169.254.169.254/latest",
  "https://0xa9.0xfe.0xa9.0xfe/",
  "https://localhost/",
  "https://LOCALHOST./",
  "https://shop.localhost/",
];
test.each(spellings)("refuses to save %s, and to send there", async (url) => {
  expect(checkWebhookUrl(url, strict)).toMatchObject({ ok: false, rule: "address" });
  const sender = createWebhookSender({
    ...strict,
    lookup: (_name, _options, callback) => callback(null, "127.0.0.1", 4),
  });
  expect(await sender.send({ url, body, headers: {}, timeoutMs: 1000 })).toMatchObject({ reason: "blocked_address" });
});

test.each([
  ["http://shop.example/", "scheme"],
  ["//shop.example/", "scheme"],
  ["unix:/var/run/x.sock", "scheme"],
  ["file:///etc/passwd", "scheme"],
  ["javascript:alert(1)", "scheme"],
  ["https:shop.example", "scheme"],
  ["https:\\\\shop.example", "syntax"],
  [" https://shop.example/", "syntax"],
  ["https://shop.example/a b", "syntax"],
  ["https://shop.example/\r\nX: y", "syntax"],
  ["https://", "syntax"],
  ["https://shop.example:99999/", "syntax"],
  ["https://shop.example:0/", "syntax"],
  ["https://user@shop.example/", "user_info"],
  ["https://user:pass@shop.example/", "user_info"],
  ["https://@shop.example/", "user_info"],
  ["https://:@shop.example/", "user_info"],
  [`https://shop.example/${"a".repeat(2048)}`, "length"],
  ["", "scheme"],
])("refuses to save %s: %s", (url, rule) => {
  expect(checkWebhookUrl(url, strict)).toMatchObject({ ok: false, rule });
});

test.each([
  "https://shop.example/hook",
  "https://shop.example:8443/hook?a=b@c",
  "https://xn--mller-kva.example/",
  "https://8.8.8.8/",
  "HTTPS://Shop.Example",
])("accepts %s", (url) => {
  expect(checkWebhookUrl(url, strict)).toMatchObject({ ok: true });
});

test("an opened private network still does not reach metadata, link-local and multicast addresses", () => {
  const open = { allowHttp: true, allowPrivateNetwork: true };
  for (const host of ["127.0.0.1", "10.1.2.3", "[::1]", "[fd12::1]", "localhost"]) {
    expect(checkWebhookUrl(`http://${host}/`, open)).toMatchObject({ ok: true });
  }
  for (const host of ["169.254.169.254", "100.100.100.200", "[fd00:ec2::254]", "[fe80::1]", "224.0.0.1", "0.0.0.0"]) {
    expect(checkWebhookUrl(`http://${host}/`, open)).toMatchObject({ ok: false, rule: "address" });
  }
});

/** A name server with fixed responses, in either shape of callback. */
const lookupReturning =
  (shape: "one" | "all", ...addresses: string[]): LookupFunction =>
  (_name, _options, callback) => {
    const [first = ""] = addresses;
    if (shape === "one") callback(null, first, first.includes(":") ? 6 : 4);
    else
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
  };

test.each([
  ["one", ["10.0.0.5"]],
  ["all", ["10.0.0.5"]],
  ["all", ["93.184.216.34", "127.0.0.1"]],
  ["all", ["2606:4700::1111", "fd00::1"]],
  ["all", ["::ffff:93.184.216.34"]],
  ["all", ["fe80::1%eth0"]],
] as const)("a name that resolves (%s) to %j is refused, and no connection is opened", async (shape, addresses) => {
  const sender = createWebhookSender({ ...strict, lookup: lookupReturning(shape, ...addresses) });
  const outcome = await sender.send({ url: "https://shop.example/", body, headers: {}, timeoutMs: 2000 });
  expect(outcome).toMatchObject({ kind: "failed", reason: "blocked_address" });
});

test.each(["localhost.", "metadata.google.internal."])("%s is refused by its address", async (host) => {
  const resolve = resolverFromLookup(lookupReturning("all", host === "localhost." ? "127.0.0.1" : "169.254.169.254"));
  await expect(vetHost({ resolve, allowPrivateNetwork: false }, host)).rejects.toThrow("not a public address");
});

test("a name that is public at the first send and private at the second is blocked at the second", async () => {
  let lookupCount = 0;
  const sender = createWebhookSender({
    ...strict,
    connectTimeoutMs: 50,
    lookup: (name, options, callback) =>
      lookupReturning("all", lookupCount++ === 0 ? "192.0.2.1" : "127.0.0.1")(name, options, callback),
  });
  const send = () => sender.send({ url: "https://shop.example/", body, headers: {}, timeoutMs: 500 });
  await send();
  expect(await send()).toMatchObject({ reason: "blocked_address" });
  expect(lookupCount).toBe(2);
  sender.close();
});

test.each(["one", "all"] as const)(
  "a real connection goes to the vetted address (the look-up returns %s)",
  async (shape) => {
    const receiver = await startReceiver((socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"));
    closeAfterTest(receiver.close);
    const sender = createWebhookSender({
      allowHttp: true,
      allowPrivateNetwork: true,
      lookup: lookupReturning(shape, "127.0.0.1"),
    });
    closeAfterTest(() => sender.close());
    const outcome = await sender.send({
      url: `http://shop.example:${receiver.port}/`,
      body,
      headers: {},
      timeoutMs: 2000,
    });
    expect(outcome).toMatchObject({ kind: "responded", httpStatus: 204 });
  },
);

test("a thousand blocked sends, and a look-up that throws or fails, end as outcomes", async () => {
  const blocked = createWebhookSender({ ...strict, lookup: lookupReturning("all", "10.0.0.1") });
  const outcomes = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      blocked.send({ url: `https://shop${index % 7}.example/`, body, headers: {}, timeoutMs: 5000 }),
    ),
  );
  expect(new Set(outcomes.map((outcome) => outcome.kind === "failed" && outcome.reason))).toEqual(
    new Set(["blocked_address"]),
  );
  const throwing = createWebhookSender({
    ...strict,
    lookup: () => {
      throw new Error("no resolver");
    },
  });
  expect(await throwing.send({ url: "https://shop.example/", body, headers: {}, timeoutMs: 1000 })).toMatchObject({
    reason: "network",
  });
  const failing = createWebhookSender({
    ...strict,
    lookup: (_name, _options, callback) => callback(new Error("ENOTFOUND"), []),
  });
  expect(await failing.send({ url: "https://shop.example/", body, headers: {}, timeoutMs: 1000 })).toMatchObject({
    reason: "network",
  });
});
