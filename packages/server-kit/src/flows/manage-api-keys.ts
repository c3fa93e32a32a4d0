// Issues, lists and revokes API keys (spec/rules.md#authentication, 3 and 4). A secret is returned once and never stored.
import { type ApiKey, type ApiKeyScope, apiKeyScopes, createApiKeySecret, hashApiKey } from "../domain/api-key.js";
import type { Clock, RandomBytes } from "../domain/clock.js";
import { type Environment, environments } from "../domain/environment.js";
import { createId } from "../domain/identifiers.js";
import { type FieldNames, findUnknownFields } from "../domain/known-fields.js";
import { invalidInput, Refusal, type RefusalDetail, requireNoViolations } from "../domain/refusal.js";
import type { Storage } from "../storage/port.js";
import type { AlsoIn } from "./also-in.js";
import { appendAudit } from "./append-audit.js";

export interface ManageApiKeysDependencies {
  storage: Storage;
  clock: Clock;
  randomBytes: RandomBytes;
  servicePrefix: string;
}

/** Input of `apiKeys.issue`. */
export interface NewApiKeyInput {
  merchantId: string;
  environment: Environment;
  /** For clients from before Bearer authentication; the prefix is then `…_legacy_`. */
  legacy?: boolean | undefined;
  /** Epoch milliseconds; default: the key does not expire. */
  expiresAt?: number | undefined;
  /** Default: all scopes. */
  scopes?: ApiKeyScope[] | undefined;
}

const keyFields: FieldNames<NewApiKeyInput> = {
  merchantId: true,
  environment: true,
  legacy: true,
  expiresAt: true,
  scopes: true,
};

/** A key as operators see it: never the secret, never its hash. */
export type ApiKeyView = Omit<ApiKey, "hash">;

/**
 * Creates a key.
 * @param alsoIn runs first in the unit of work that creates it; what it throws leaves no key.
 * @throws Refusal STORE_NOT_FOUND, VALIDATION_ERROR.
 */
export async function issueApiKey(
  dependencies: ManageApiKeysDependencies,
  input: NewApiKeyInput,
  actor: string,
  alsoIn?: AlsoIn,
): Promise<ApiKeyView & { secret: string }> {
  const { storage, clock, randomBytes, servicePrefix } = dependencies;
  const now = clock.now();
  const scopes = input.scopes ?? [];
  const isList = Array.isArray(scopes);
  const unknown = isList ? scopes.filter((scope) => !apiKeyScopes.includes(scope)) : [];
  requireNoViolations([
    ...findUnknownFields(input, keyFields),
    ...(environments.includes(input.environment)
      ? []
      : [{ path: "environment", rule: "enum", message: `must be one of ${environments.join(", ")}` }]),
    ...(isList ? [] : [{ path: "scopes", rule: "type", message: `must be a list of ${apiKeyScopes.join(", ")}` }]),
    ...unknown.map((scope) => ({
      path: "scopes",
      rule: "enum",
      message: `must be among ${apiKeyScopes.join(", ")}; got ${JSON.stringify(scope)}`,
    })),
    ...findExpiryViolations(input.expiresAt, now),
  ]);
  const isLegacy = input.legacy === true;
  const kind = isLegacy ? "legacy" : input.environment;
  const { secret, prefix } = createApiKeySecret({ servicePrefix, kind }, randomBytes);
  const key: ApiKey = {
    id: createId("key", randomBytes),
    merchantId: input.merchantId,
    environment: input.environment,
    isLegacy,
    prefix,
    hash: hashApiKey(secret),
    scopes,
    createdAt: now,
    lastUsedAt: undefined,
    expiresAt: input.expiresAt,
    revokedAt: undefined,
  };
  await storage.write(async (records) => {
    await alsoIn?.(records);
    if ((await records.stores.find(input.merchantId)) === undefined) throw new Refusal("STORE_NOT_FOUND");
    await records.apiKeys.insert(key);
    await appendAudit(dependencies, records, {
      actor,
      action: "api_key.issued",
      merchantId: key.merchantId,
      subject: key.id,
      detail: { environment: key.environment, prefix },
    });
  });
  return { ...viewOfKey(key), secret };
}

function findExpiryViolations(expiresAt: number | undefined, now: number): RefusalDetail[] {
  if (expiresAt === undefined) return [];
  if (!Number.isSafeInteger(expiresAt))
    return [{ path: "expiresAt", rule: "type", message: "must be epoch milliseconds" }];
  return expiresAt > now ? [] : [{ path: "expiresAt", rule: "future", message: "must be a time in the future" }];
}

/** Revokes a key with effect from the next request. Idempotent. @throws Refusal VALIDATION_ERROR for an unknown key. */
export async function revokeApiKey(dependencies: ManageApiKeysDependencies, id: string, actor: string): Promise<void> {
  const { storage, clock } = dependencies;
  await storage.write(async (records) => {
    const key = await records.apiKeys.find(id);
    if (key === undefined) {
      throw invalidInput({
        path: "id",
        rule: "known",
        message: `"${id}" is not a known API key; the store's key list shows the valid ids`,
      });
    }
    if (!(await records.apiKeys.revoke(id, clock.now()))) return;
    await appendAudit(dependencies, records, {
      actor,
      action: "api_key.revoked",
      merchantId: key.merchantId,
      subject: id,
      detail: { prefix: key.prefix },
    });
  });
}

/** The keys of a store, including revoked ones. */
export async function listApiKeys({ storage }: ManageApiKeysDependencies, merchantId: string): Promise<ApiKeyView[]> {
  const keys = await storage.read((records) => records.apiKeys.listOfStore(merchantId));
  return keys.map(viewOfKey);
}

function viewOfKey({ hash: _, ...view }: ApiKey): ApiKeyView {
  return view;
}
