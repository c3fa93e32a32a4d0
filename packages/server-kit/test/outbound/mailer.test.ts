// smtpMailer and the check of an SMTP server: which addresses are refused, and that no error contains the password.
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { findSmtpProblem, smtpMailer } from "../../src/outbound/mailer.js";
import { findConfigProblems } from "../../src/service-config.js";

test.each([
  ["an unfilled variable as its host", "smtp://mail:geheim@%MAIL_HOST%:587"],
  ["an encoded blank in its host", "smtp://mail:geheim@mail%20x:587"],
  ["no host", "smtp:///geheim"],
  ["a '#' in its password", "smtp://mail:geh#eim@mail.example.com"],
  ["no scheme", "mail.example.com:587"],
])("an address with %s is refused by smtpMailer and the configuration file, without being shown", async (_, url) => {
  const message = /^(?!.*geh).*must begin with smtp:\/\/ or smtps:\/\/ and name a host/;
  expect(() => smtpMailer(url)).toThrow(message);
  expect(findConfigProblems({ smtpUrl: url })).toEqual([expect.stringMatching(message)]);
  expect(await findSmtpProblem(url)).toMatch(message);
});

test("an address with an IPv6 host, a port and parameters is accepted", () => {
  for (const url of ["smtp://[::1]:2525", "smtps://u:p%40ss@mail.example.com?pool=true"]) {
    expect(() => smtpMailer(url)).not.toThrow();
  }
});

/** A mail server without TLS; `received` has what it was sent. */
async function plainServer() {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.write("220 ready\r\n");
    socket.on("data", (data) => {
      const line = data.toString();
      received.push(line);
      if (line.startsWith("EHLO")) socket.write("250-ready\r\n250 AUTH PLAIN\r\n");
      else socket.write(line.startsWith("STARTTLS") ? "502 unknown\r\n" : "235 accepted\r\n");
    });
    socket.on("error", () => undefined);
  }).listen(0, "0.0.0.0");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  // A server that listens on a port has such an address.
  return { received, port: (server.address() as AddressInfo).port };
}

test("a password is not sent to a mail server without TLS, unless it is on this machine or the address allows it", async () => {
  const { received, port } = await plainServer();
  const hasPassword = () => received.some((line) => line.startsWith("AUTH"));
  // Not a loopback address by its name, and this machine all the same.
  expect(await findSmtpProblem(`smtp://ann:geheim@0.0.0.0:${port}`)).toMatch(/STARTTLS/);
  expect(hasPassword()).toBe(false);
  for (const allowed of [`127.0.0.1:${port}`, `0.0.0.0:${port}?requireTLS=false`]) {
    received.length = 0;
    expect(await findSmtpProblem(`smtp://ann:geheim@${allowed}`)).toBeUndefined();
    expect(hasPassword()).toBe(true);
  }
});
