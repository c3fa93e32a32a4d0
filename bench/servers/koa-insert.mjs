// The minimum of a durable endpoint: Koa, koa-body and one plain insert with its own commit, SQLite under
// synchronous FULL.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import Koa from "koa";
import { koaBody } from "koa-body";
import { listen, serveParent } from "./serve-parent.mjs";

const folder = mkdtempSync(join(tmpdir(), "payment-sessions-bench-"));
const database = new Sqlite(join(folder, "rows.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("CREATE TABLE payments (id INTEGER PRIMARY KEY, order_id TEXT UNIQUE, body TEXT)");
const insert = database.prepare("INSERT INTO payments (order_id, body) VALUES (?, ?)");

const app = new Koa();
app.use(koaBody());
app.use((context) => {
  const { body } = context.request;
  const { lastInsertRowid } = insert.run(body.orderId, JSON.stringify(body));
  context.body = { ...body, paymentId: String(lastInsertRowid), success: true };
});
const server = createServer(app.callback());
const count = database.prepare("SELECT count(*) AS count FROM payments");
serveParent({ port: await listen(server) }, { rowCount: () => count.get().count }, () => {
  server.close();
  database.close();
  rmSync(folder, { recursive: true });
});
