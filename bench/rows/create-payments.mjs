// Payments for rows that need some: over HTTP, as a merchant would.
import { Pool } from "undici";

/** @returns {Promise<string[]>} Their ids, or another field of the response. */
export async function createPayments(port, { merchantId, apiKey }, count, prefix = "prepared", field = "paymentId") {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 32 });
  const found = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: "/payments/initialize",
        headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ merchantId, orderId: `${prefix}-${next}`, amountCents: 1999, currency: "EUR" }),
      });
      const response = await body.json();
      if (statusCode !== 200) throw new Error(`initialize answered ${statusCode}`);
      found.push(response[field]);
    }
  };
  await Promise.all(Array.from({ length: 32 }, work));
  await pool.close();
  return found;
}
