// A peer as commonly built: initialize, status and a page with Fastify and node-postgres, a pool of ten, one plain
// statement for each request.
import { fastify } from "fastify";
import pg from "pg";
import { serveParent, settings } from "./serve-parent.mjs";

const pool = new pg.Pool({ connectionString: settings.connectionString, max: 10 });
await pool.query(
  "CREATE TABLE IF NOT EXISTS payments (id bigserial PRIMARY KEY, order_id text UNIQUE, body jsonb, status text NOT NULL DEFAULT 'pending')",
);
if (settings.rowCount > 0) {
  await pool.query(
    "INSERT INTO payments (order_id, body) SELECT 'order-' || n, '{}' FROM generate_series(1, $1::int) AS n ON CONFLICT DO NOTHING",
    [settings.rowCount],
  );
}
const app = fastify();
app.post("/payments/initialize", async ({ body }) => {
  const { rows } = await pool.query({
    name: "insert",
    text: "INSERT INTO payments (order_id, body) VALUES ($1, $2) RETURNING id",
    values: [body.orderId, body],
  });
  return { ...body, paymentId: rows[0].id, success: true };
});
app.get("/payments/:paymentId/status", async ({ params }) => {
  const { rows } = await pool.query({
    name: "status",
    text: 'SELECT order_id AS "orderId", status FROM payments WHERE id = $1',
    values: [params.paymentId],
  });
  return rows[0];
});
/** The page `settings.page` with `settings.listed` rows of the table in it. */
app.get("/page", async (_request, reply) => {
  const { rows } = await pool.query({
    name: "page",
    text: "SELECT id, order_id, status FROM payments ORDER BY id DESC LIMIT $1",
    values: [settings.listed],
  });
  const html = settings.page.replace("</title>", `</title><!-- ${rows.map((row) => row.order_id).join(" ")} -->`);
  return reply.type("text/html").send(html);
});
await app.listen({ port: 0, host: "127.0.0.1" });
const rowCount = async () => Number((await pool.query("SELECT count(*) FROM payments")).rows[0].count);
serveParent({ port: app.server.address().port }, { rowCount }, async () => {
  await app.close();
  await pool.end();
});
