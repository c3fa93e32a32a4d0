// Tests that a change of settings is validated for the fields that it names, as they will be stored.
import { expect, test } from "vitest";
import { createPaymentService } from "../../src/index.js";
import { freshStorage } from "../storages.js";

test("a stored webhook URL that a stricter service would refuse does not block other changes", async () => {
  const storage = freshStorage();
  const open = (allowHttp: boolean) =>
    createPaymentService({
      baseUrl: "http://127.0.0.1:1",
      storage,
      webhooks: { allowHttp, allowPrivateNetwork: allowHttp },
    });
  const lenient = open(true);
  const { merchantId } = await lenient.stores.create({ name: "S", webhookUrl: "http://127.0.0.1:9/hook" });
  const strict = open(false);
  expect((await strict.stores.update(merchantId, { name: "Renamed" })).webhookUrl).toBe("http://127.0.0.1:9/hook");
  await expect(strict.stores.update(merchantId, { webhookUrl: "http://127.0.0.1:9/other" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: [{ path: "webhookUrl" }],
  });
  await lenient.stop();
});
