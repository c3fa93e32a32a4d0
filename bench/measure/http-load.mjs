// Sends as many requests as a server takes for some seconds, over 50 connections, and refuses figures of work that was not done.
import autocannon from "autocannon";

/**
 * @param {{ port: number, path: string, seconds: number, method?: string, headers?: Record<string, string>, body?: string, paths?: string[] }} load
 *   `[<id>]` in the body becomes a new id for each request; `paths` are asked for in turn.
 * @returns {Promise<{ count: number, rate: number, p50Ms: number, p99Ms: number }>}
 */
export async function sendLoad({ port, path, seconds, method = "GET", headers = {}, body, paths }) {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: 50,
    duration: seconds,
    ...(paths === undefined
      ? { requests: [{ method, path, headers, body }], idReplacement: body?.includes("[<id>]") ?? false }
      : { requests: paths.map((each) => ({ method, path: each, headers })) }),
  });
  if (result.non2xx > 0 || result.errors > 0 || result.timeouts > 0 || result["2xx"] === 0) {
    throw new Error(
      `${method} ${path}: ${result["2xx"]} of ${result.requests.sent} succeeded, ${result.non2xx} refused, ${result.errors} errors`,
    );
  }
  return {
    count: result["2xx"],
    rate: result["2xx"] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
