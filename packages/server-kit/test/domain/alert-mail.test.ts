// The mails about alerts: what has to be done with the money, one line for what comes from outside, one digest for many.
import { expect, test } from "vitest";
import { alertMailPrefix, alertMeaning, describeAlert } from "../../src/domain/alert-mail.js";
import { composeDigest } from "../../src/domain/delivery-mail.js";
import { alertTypes } from "../../src/domain/payment.js";

const alert = { type: "duplicate_payment", detail: "twice\nBcc: x", paymentId: "pay_1", environment: "live" } as const;

test("M8: the mail names the payment that was paid twice, and asks for a refund", () => {
  const { subject, text } = describeAlert(alert, {
    payment: { orderId: "7\r\n8", amountCents: 1999, currency: "EUR" },
    storeName: "Tea",
  });
  expect(subject).toBe("Payment needs attention: Paid twice, order 7 8");
  expect(text).toContain("Return the excess to the buyer");
  expect(text).toContain("Detail:   twice Bcc: x\n");
  expect(text).toContain("Payment:  pay_1\n");
  expect(text).toContain("Due:      €19.99\n");
});

test("every alert type except those for operators has a sentence for merchants", () => {
  const silent = alertTypes.filter((type) => alertMeaning(type) === undefined);
  expect(silent).toEqual(["webhook_delivery_parked", "webhook_delivery_quarantined"]);
  for (const type of ["toString", "unheard_of"]) expect(alertMeaning(type)).toBeUndefined();
});

test("a digest counts alerts and webhooks apart, and lists at most twenty", () => {
  const alerts = Array.from({ length: 21 }, (_, index) => ({
    subject: `alert ${index}.`,
    uniqueKey: `${alertMailPrefix}${index}`,
  }));
  const webhook = { subject: "webhook 1", uniqueKey: "delivery_failed:1" };
  expect(composeDigest([...alerts, webhook])).toMatchObject({
    subject: "21 alerts about payments, 1 webhook not delivered",
    text: expect.stringContaining("and 2 more"),
  });
  expect(composeDigest([...alerts.slice(0, 1), webhook, webhook]).subject).toBe(
    "1 alert about a payment, 2 webhooks not delivered",
  );
  expect(composeDigest(alerts.slice(0, 2)).subject).toBe("2 alerts about payments");
  expect(composeDigest([webhook, webhook]).subject).toBe("2 webhooks not delivered");
});
