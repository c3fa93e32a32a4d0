// The routes of the Integration tab (spec/rules.md#authentication, 4; spec/rules.md#servicewebhook_verification).
import type { PanelPermission } from "../../../domain/panel-permissions.js";
import type { Endpoint } from "../../call.js";
import type { PanelDependencies } from "../panel-dependencies.js";
import { isPasswordConfirmed } from "../password-again.js";
import { type PanelContext, type StoreVisit, storePage } from "../visit.js";
import {
  announceSecret,
  issueKey,
  revokeKey,
  rotateKey,
  saveWebhookUrl,
  showIntegrationDone,
  switchSecret,
  verify,
} from "./handlers.js";

export function integrationEndpoints(context: PanelContext): Endpoint[] {
  const { dependencies } = context;
  const action = (
    path: string,
    permission: PanelPermission,
    handle: (dependencies: PanelDependencies, visit: StoreVisit) => Promise<void>,
  ) => storePage(context, { method: "POST", path, permission, work: (visit) => handle(dependencies, visit) });
  const newKey = (path: string, handle: typeof issueKey) =>
    storePage(context, {
      method: "POST",
      path,
      permission: "keys:write",
      async work(visit) {
        if (await isPasswordConfirmed(context, visit)) await handle(dependencies, visit);
      },
    });
  return [
    storePage(context, {
      method: "GET",
      path: "/integration",
      work: (visit) => showIntegrationDone(dependencies, visit),
    }),
    newKey("/api-keys", issueKey),
    newKey("/api-keys/:keyId/rotate", rotateKey),
    action("/api-keys/:keyId/revoke", "keys:write", revokeKey),
    action("/webhook-url", "webhooks:write", saveWebhookUrl),
    action("/webhook-secret/announce", "webhooks:write", announceSecret),
    action("/webhook-secret/switch", "webhooks:write", switchSecret),
    action("/verify", "webhooks:write", verify),
  ];
}
