// The remittance reference and the end-to-end id of the buyer's transfer, given or generated
// (spec/rules.md#references). The request schema defines what a merchant may send.

const maxRemittanceLength = 140;
const maxEndToEndIdLength = 35;

/**
 * `{PREFIX}-{order number}-{last 8 of the payment id}`, at most 140 characters. The order number is truncated to fit, and loses characters
 * that a reference may not contain.
 */
export function generateRemittance(servicePrefix: string, orderId: string, paymentId: string): string {
  const start = `${servicePrefix.toUpperCase()}-`;
  const end = `-${paymentId.slice(-8)}`;
  const orderNumber = orderId.replace(/[^A-Za-z0-9 .,\-_/+:#]/g, "").trim();
  return `${start}${orderNumber.slice(0, maxRemittanceLength - start.length - end.length)}${end}`;
}

/** The id of a payment or session as end-to-end id of at most 35 characters, so that a bank statement can be matched to it. */
export function generateEndToEndId(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, "").slice(0, maxEndToEndIdLength);
}

/** The form for QR codes and providers: SEPA allows neither `_` nor `#`. */
export function toWireReference(remittanceInfo: string): string {
  return remittanceInfo.replaceAll("_", "-").replaceAll("#", ".");
}
