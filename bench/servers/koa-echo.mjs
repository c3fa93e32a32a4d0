// The ceiling of every HTTP benchmark: Koa with koa-body parses the same body and responds with the same JSON as
// the service (`settings.response`), nothing stored; for GET it returns the page `settings.page`, where the
// benchmark measures a page.
import { createServer } from "node:http";
import Koa from "koa";
import { koaBody } from "koa-body";
import { listen, serveParent, settings } from "./serve-parent.mjs";

const app = new Koa();
app.use(koaBody());
app.use((context) => {
  context.body =
    settings.page ?? settings.response ?? (context.method === "POST" ? context.request.body : { status: "pending" });
});
const server = createServer(app.callback());
serveParent({ port: await listen(server) }, {}, () => server.close());
