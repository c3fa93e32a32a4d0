// Sends as many requests as the servers accept for some seconds, over 50 connections in total, and throws
// when a response was not a success.
import autocannon from "autocannon";

const connectionCount = 50;

/** Sends the same load to every port concurrently. Counts and rates are added; percentiles are those of the slowest port. */
export async function sendLoadToAll(ports, load) {
  const connections = Math.floor(connectionCount / ports.length);
  const results = await Promise.all(ports.map((port) => sendLoad({ ...load, port, connections })));
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  if (sum("count") === 0) throw new Error(`${nameOf(load)}: no response arrived`);
  const worst = (field) => Math.max(...results.map((result) => result[field]));
  return { count: sum("count"), rate: sum("rate"), p50Ms: worst("p50Ms"), p99Ms: worst("p99Ms") };
}

/**
 * @param {{ connections: number, port: number, path?: string, seconds: number, method?: string, headers?: Record<string, string>, body?: string, paths?: string[] }} load
 *   `[<id>]` in the body becomes a new id for each request; `paths` are requested in turn, instead of `path`.
 * @returns {Promise<{ count: number, rate: number, p50Ms: number, p99Ms: number }>}
 */
async function sendLoad(load) {
  const { port, connections, path, seconds, method = "GET", headers = {}, body, paths } = load;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    ...(paths === undefined
      ? { requests: [{ method, path, headers, body }], idReplacement: body?.includes("[<id>]") ?? false }
      : { requests: paths.map((each) => ({ method, path: each, headers })) }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${nameOf(load)}: ${result["2xx"]} of ${result.requests.sent} succeeded, ${result.non2xx} had other statuses, ${result.errors} errors`,
    );
  }
  return {
    count: result["2xx"],
    rate: result["2xx"] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

function nameOf({ method = "GET", path, paths }) {
  return `${method} ${path ?? paths[0]}`;
}
