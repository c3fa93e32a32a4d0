// payment-sessions user …: access to the panel.
import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isPasswordCorrect } from "../../src/domain/password.js";
import { commandLineOn, freshDatabase, freshFile, storageOn } from "./call-command-line.js";

const email = "owner@service.example";

test("O27: a second factor is reset, required of operators, and a user is invited and deleted by command", async () => {
  const database = await freshDatabase();
  const cli = commandLineOn(database);
  await cli.call("migrate");
  const invite = [
    "user",
    "create",
    "--email",
    email,
    "--role",
    "operator",
    "--invite",
    "--base-url",
    "https://pay.example",
  ];
  const invited = await cli.json(...invite);
  const { userId } = invited.document as { userId: string };
  expect(JSON.stringify(invited.document)).not.toContain('"password"');

  const storage = storageOn(database);
  await storage.open();
  await storage.write((records) =>
    records.secondFactors.put({
      userId,
      sealedSecret: "x",
      confirmedAt: 1,
      lastStep: 1,
      recoveryHashes: [],
      createdAt: 1,
    }),
  );
  expect((await cli.call("user", "update", "--user-id", userId, "--reset-second-factor")).exitCode).toBe(0);
  expect(await storage.read((records) => records.secondFactors.find(userId))).toBeUndefined();
  expect((await cli.call("user", "second-factor", "--required-of", "operators")).exitCode).toBe(0);
  expect(await storage.read((records) => records.settings.find("panel_second_factor"))).toBe("operators");
  expect(await storage.read((records) => records.accountMails.listSealed({ after: "", limit: 9 }))).toHaveLength(1);

  expect((await cli.call("user", "delete", "--user-id", userId)).exitCode).not.toBe(0);
  expect((await cli.call("user", "delete", "--user-id", userId, "--yes")).exitCode).toBe(0);
  expect(await storage.read((records) => records.users.find(userId))).toBeUndefined();
  await storage.close();
});

test("a password from a variable or a file with Windows line ends is stored without them, and none has a control character", async () => {
  const database = await freshDatabase();
  await commandLineOn(database).call("migrate");
  const password = "correct horse battery";
  const create = ["user", "create", "--role", "operator", "--password-from-environment", "--email"];
  const withVariable = (name: string, value: string) =>
    commandLineOn(database, { [`PAYMENT_SESSIONS_${name}`]: value });
  const file = freshFile();
  writeFileSync(file, `${password}\r\n`);
  expect((await withVariable("PASSWORD", `${password}\r`).call(...create, email)).exitCode).toBe(0);
  expect((await withVariable("PASSWORD_FILE", `${file}\r`).call(...create, "b@service.example")).exitCode).toBe(0);
  const refused = await withVariable("PASSWORD", "correct horse\rbattery").call(...create, "c@service.example");
  expect(refused).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("must not contain a control character"),
  });

  const storage = storageOn(database);
  await storage.open();
  const users = await storage.read((records) => records.users.list());
  await storage.close();
  expect(users).toHaveLength(2);
  for (const { passwordHash } of users) expect(await isPasswordCorrect(password, passwordHash)).toBe(true);
});
