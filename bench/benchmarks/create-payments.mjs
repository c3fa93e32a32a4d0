// Creates payments for benchmarks that need some, over HTTP. A 503 is retried after a second.
import { Pool } from "undici";

/** @returns {Promise<string[]>} Their ids, or another field of the response. */
export async function createPayments(port, { merchantId, apiKey }, count, prefix = "prepared", field = "paymentId") {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 32 });
  const found = [];
  let next = 0;
  const initialize = async (orderId) => {
    for (;;) {
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: "/payments/initialize",
        headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ merchantId, orderId, amountCents: 1999, currency: "EUR" }),
      });
      const response = await body.json();
      if (statusCode === 200) return response[field];
      if (statusCode !== 503) throw new Error(`initialize responded with ${statusCode}`);
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  const work = async () => {
    while (next < count) {
      next += 1;
      found.push(await initialize(`${prefix}-${next}`));
    }
  };
  await Promise.all(Array.from({ length: 32 }, work));
  await pool.close();
  return found;
}
