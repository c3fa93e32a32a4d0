// payment-sessions user …: access to the panel.
import { expect, test } from "vitest";
import { commandLineOn, freshDatabase, storageOn } from "./call-command-line.js";

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
