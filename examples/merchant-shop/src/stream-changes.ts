// Notifies an open order page of changes (server-sent events, WHATWG HTML 9.2); the page then reloads its content.
import type { ServerResponse } from "node:http";
import type { Activity } from "./activity.js";

export function streamChanges(activity: Activity, orderId: string, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  // A first event, because changes during the page load would be missed.
  response.write("retry: 1000\nevent: changed\ndata:\n\n");
  const unwatch = activity.watch(orderId, () => response.write("event: changed\ndata:\n\n"));
  response.once("close", unwatch);
}
