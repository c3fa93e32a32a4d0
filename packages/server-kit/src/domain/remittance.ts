// What stands in the buyer's transfer: the remittance reference and the end-to-end id, given or generated
// (spec/rules.md#references). What a merchant may send is said by the request schema.

const maxRemittanceLength = 140;
const maxEndToEndIdLength = 35;

/** `<PREFIX>-{orderNumber}-{last 8 of the id}`; the order number loses what a reference may not hold and is cut to fit. */
export function generateRemittance(servicePrefix: string, orderId: string, paymentId: string): string {
  const start = `${servicePrefix.toUpperCase()}-`;
  const end = `-${paymentId.slice(-8)}`;
  const orderNumber = orderId.replace(/[^A-Za-z0-9 .,\-_/+:#]/g, "").trim();
  return `${start}${orderNumber.slice(0, maxRemittanceLength - start.length - end.length)}${end}`;
}

/** An end-to-end id from the transaction: always its id, so that a bank statement leads back to it. */
export function generateEndToEndId(paymentId: string): string {
  return paymentId.replace(/[^A-Za-z0-9]/g, "").slice(0, maxEndToEndIdLength);
}

/** The form that travels in a QR code or to a provider: SEPA knows neither `_` nor `#`. */
export function toWireReference(remittanceInfo: string): string {
  return remittanceInfo.replaceAll("_", "-").replaceAll("#", ".");
}
