// payment-sessions key …: API keys, one store and one environment each; a secret is shown once (spec/rules.md#authentication, 3 and 4).
import { apiKeyScopes } from "../../domain/api-key.js";
import { type Environment, environments } from "../../domain/environment.js";
import { Refusal } from "../../domain/refusal.js";
import type { ApiKeyView } from "../../flows/manage-api-keys.js";
import type { Command, OptionSpec } from "../command.js";
import { databaseOptions, servedEnvironments, withService } from "../open-service.js";
import { listOf, requiredOneOf, timestamp } from "../option-values.js";
import { facts, showTime, table } from "../table.js";

const merchantId: OptionSpec = { name: "merchant-id", value: "<id>", summary: "the store that the key belongs to" };

export const keyCommands: readonly Command[] = [
  {
    name: "key create",
    summary: "Creates an API key and shows its secret once.",
    options: [
      merchantId,
      { name: "environment", value: "<word>", summary: environments.join(" or ") },
      {
        name: "environments",
        configures: true,
        value: "<word,…>",
        summary: "as given to serve: a key for payments that it does not serve causes a warning",
      },
      { name: "legacy", summary: "a legacy token, as used before bearer authentication" },
      { name: "expires-at", value: "<time>", summary: "such as 2027-01-31T12:00:00Z; default: never" },
      { name: "scopes", value: "<scope,…>", summary: `${apiKeyScopes.join(", ")}; default: all` },
      ...databaseOptions,
    ],
    async run(given, io) {
      const input = {
        merchantId: given.required("merchant-id"),
        environment: requiredOneOf(given, "environment", environments),
        legacy: given.flag("legacy"),
        expiresAt: timestamp(given, "expires-at"),
        scopes: listOf(given, "scopes", apiKeyScopes),
      };
      const key = await withService(given, {}, (service) => service.apiKeys.issue(input));
      const served: readonly Environment[] = servedEnvironments(given) ?? environments;
      if (!served.includes(key.environment)) {
        io.error(
          `Warning: ${given.source("environments")} does not include ${key.environment}: requests with this key get 403 until it does.`,
        );
      }
      const shown = facts([
        ["key id", key.id],
        ["merchant id", key.merchantId],
        ["environment", key.environment],
        ["prefix", key.prefix],
        ["scopes", key.scopes.join(", ") || "all"],
        ["expires", showTime(key.expiresAt) ?? "never"],
      ]);
      return { document: key, text: `${shown}\n\nAPI key (shown only once): ${key.secret}` };
    },
  },
  {
    name: "key list",
    summary: "Lists the keys of a store with their visible prefixes.",
    argument: "merchant-id",
    options: [merchantId, ...databaseOptions],
    async run(given) {
      const id = given.required("merchant-id");
      const keys = await withService(given, {}, async (service) => {
        if ((await service.stores.get(id)) === undefined) throw new Refusal("STORE_NOT_FOUND");
        return service.apiKeys.list(id);
      });
      const rows = keys.map((key) => [
        key.id,
        key.prefix,
        key.environment,
        stateOf(key),
        showTime(key.createdAt),
        showTime(key.lastUsedAt),
        showTime(key.expiresAt) ?? "never",
      ]);
      const head = ["KEY ID", "PREFIX", "ENVIRONMENT", "STATE", "CREATED", "LAST USED", "EXPIRES"];
      return { document: keys, text: table(head, rows, "The store has no keys.") };
    },
  },
  {
    name: "key revoke",
    summary: "Revokes a key: it is refused from the next request on.",
    argument: "key-id",
    options: [{ name: "key-id", value: "<id>", summary: "as `key list` prints it" }, ...databaseOptions],
    async run(given) {
      const keyId = given.required("key-id");
      await withService(given, {}, (service) => service.apiKeys.revoke(keyId));
      return { document: { id: keyId, ok: true }, text: `Key ${keyId} is revoked.` };
    },
  },
];

function stateOf({ revokedAt, expiresAt }: ApiKeyView): "revoked" | "expired" | "active" {
  if (revokedAt !== undefined) return "revoked";
  return expiresAt !== undefined && expiresAt <= Date.now() ? "expired" : "active";
}
