// GET /version, POST /version/check and GET /openapi.json: the running version, whether a client is compatible, and the contract
// (spec/rules.md#versioning). Host names, paths and versions of dependencies are never exposed.
import { type ClientPolicy, checkClient } from "../../domain/client-compatibility.js";
import { parseVersion } from "../../domain/semantic-version.js";
import { exportContract, guideLabel, serviceVersion } from "../../domain/service-version.js";
import { type Endpoint, endpoint, sendJson } from "../call.js";
import { checkBody } from "../check-schema.js";
import { deprecations } from "../deprecations.js";
import { contract } from "../generated/contract.js";
import type { Links } from "../links.js";
import type { MerchantApiDependencies } from "../merchant-api/merchant-api.js";
import { parseJson, readBody, requireJsonType } from "../read-body.js";

export interface VersionDependencies extends Pick<MerchantApiDependencies, "limit"> {
  links: Links;
  /** Name of the deployment. */
  deploymentName: string;
  build: { commit?: string | undefined; date?: string | undefined };
  /** Epoch milliseconds. */
  startedAt: number;
  /** Code of the provider for live payments, else of the one for test payments. */
  openBankingProvider: string | undefined;
}

const clientPolicy: ClientPolicy = {
  serverVersion: serviceVersion,
  exportContract,
  minimumVersion: "0.1.0",
  recommendedVersion: "0.1.0",
};

export function versionEndpoints(dependencies: VersionDependencies): Endpoint[] {
  const { links, limit } = dependencies;
  const { getVersion, checkVersion, getOpenApiDocument } = contract;
  // Loaded on the first call that needs it: the document is large, and must not delay the start.
  let version: object | undefined;
  let document: string | undefined;

  return [
    endpoint(getVersion, [
      limit(getVersion),
      async (call) => {
        version ??= describeVersion(dependencies, await readOpenApiDocument());
        sendJson(call, 200, version);
      },
    ]),
    endpoint(checkVersion, [
      requireJsonType,
      readBody,
      limit(checkVersion),
      parseJson,
      checkBody(checkVersion),
      (call) => {
        // The schema has checked both.
        const { clientVersion, contract: spoken } = call.body as { clientVersion: string; contract?: string };
        const { status, compatible, message } = checkClient({ clientVersion, contract: spoken }, clientPolicy);
        sendJson(call, 200, {
          status,
          compatible,
          serverVersion: clientPolicy.serverVersion,
          minimumVersion: clientPolicy.minimumVersion,
          recommendedVersion: clientPolicy.recommendedVersion,
          deprecations: deprecations.map(({ id, since, sunset, replacement }) => ({
            id,
            since,
            sunset,
            replacement,
            link: links.deprecations,
          })),
          message,
        });
      },
    ]),
    endpoint(getOpenApiDocument, [
      async ({ ctx }) => {
        document ??= JSON.stringify({ ...(await readOpenApiDocument()), servers: [{ url: links.baseUrl }] });
        ctx.type = "application/json";
        ctx.body = document;
      },
    ]),
  ];
}

async function readOpenApiDocument() {
  const { openApiDocument } = await import("../generated/openapi.js");
  return openApiDocument;
}

function describeVersion(
  { deploymentName, build, startedAt, openBankingProvider }: VersionDependencies,
  openApiDocument: Awaited<ReturnType<typeof readOpenApiDocument>>,
): object {
  // Every OpenAPI document has info.version.
  const { version: reference } = openApiDocument.info as { version: string };
  const { major, minor, patch, prerelease } = parseVersion(serviceVersion);
  return {
    version: serviceVersion,
    major,
    minor,
    patch,
    prerelease: prerelease ?? null,
    contract: { reference, guide: guideLabel, export: exportContract },
    build: { commit: build.commit ?? null, date: build.date ?? null },
    deployment: { environment: deploymentName, startedAt: new Date(startedAt).toISOString() },
    compliance: { openBankingProvider: openBankingProvider ?? null, scaDelegated: true, cardDataHandled: false },
  };
}
