// Finds the endpoint for a path and method. The router matches only among the endpoints with the same first segment: with sixty paths in
// one list, scanning all of them took a tenth of the CPU time of a status read.
import Router from "@koa/router";
import type { Endpoint } from "./call.js";
import { templateOf } from "./request-line.js";

export interface Match {
  /** Undefined when the path is known and the method is not. */
  endpoint: Endpoint | undefined;
  params: Record<string, string>;
  allowed: readonly string[];
  /** How refusals are rendered at this path: as a page on paths for people, for an unsupported method too. */
  sendRefusalPage: Endpoint["sendRefusalPage"];
  /** The path's template, known for an unsupported method too. */
  route: string | undefined;
}

export type FindEndpoint = (path: string, method: string) => Match | undefined;

/** @throws Error for a path that begins with a parameter: it would have to be matched under every first segment. */
export function createMatcher(endpoints: readonly Endpoint[]): FindEndpoint {
  const bySegment = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const segment = firstSegment(endpoint.path);
    if (segment.includes(":")) throw new Error(`${endpoint.path} must begin with a fixed segment.`);
    bySegment.set(segment, [...(bySegment.get(segment) ?? []), endpoint]);
  }
  const matchers = new Map([...bySegment].map(([segment, group]) => [segment, matcherOf(group)]));
  return (path, method) => matchers.get(firstSegment(path))?.(path, method);
}

function firstSegment(path: string): string {
  const end = path.indexOf("/", 1);
  return end === -1 ? path : path.slice(0, end);
}

function matcherOf(endpoints: readonly Endpoint[]): FindEndpoint {
  const router = new Router({ sensitive: true });
  for (const { method, path } of endpoints) router.register(path, [method], () => {});
  const facts = new Map(
    router.stack.map((layer, index) => [
      layer,
      {
        endpoint: endpoints[index],
        sendRefusalPage: endpoints[index]?.sendRefusalPage,
        route: templateOf(String(layer.path)),
        allowed: [...layer.methods, "OPTIONS"].sort(),
      },
    ]),
  );
  return (path, method) => {
    const matched = router.match(path, method);
    const [layer] = matched.pathAndMethod;
    const found = layer && facts.get(layer);
    if (layer !== undefined && found !== undefined) {
      return { ...found, params: layer.params(path, layer.captures(path)) };
    }
    const [known] = matched.path;
    if (known === undefined) return undefined;
    const methods = matched.path.flatMap((candidate) => candidate.methods);
    const { sendRefusalPage } = matched.path.map((candidate) => facts.get(candidate)).find(hasRefusalPage) ?? {};
    return {
      endpoint: undefined,
      params: {},
      allowed: [...new Set([...methods, "OPTIONS"])].sort(),
      route: facts.get(known)?.route,
      sendRefusalPage,
    };
  };
}

function hasRefusalPage(found: Pick<Match, "sendRefusalPage"> | undefined): boolean {
  return found?.sendRefusalPage !== undefined;
}
