// smtpMailer and the check of an SMTP server: which addresses are refused, and that no error contains the password.
import { expect, test } from "vitest";
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
