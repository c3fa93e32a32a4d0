// Who may do what in the merchant panel. Everybody who is signed in may look at the pages of their own store.

export const userRoles = ["owner", "developer", "viewer", "operator"] as const;
/** Operators see all stores; the others see one, and viewers change nothing. */
export type UserRole = (typeof userRoles)[number];

export const panelPermissions = [
  "keys:write",
  "webhooks:write",
  "payments:cancel",
  "payments:resolve",
  "payments:receive",
  "alerts:resolve",
  "statements:write",
  "store:write",
  "store:approve",
  "users:write",
  "audit:read",
  "stores:all",
] as const;

/**
 * `store:approve`: KYC, verification, how success is confirmed, and pausing a store. `payments:resolve`: deciding what the bank left open.
 * `payments:receive`: recording money on the store's own account. `alerts:resolve`: marking an alert as handled.
 * `statements:write`: importing bank statements of the store's own account, and deciding where their entries go.
 * `stores:all`: every store instead of one.
 */
export type PanelPermission = (typeof panelPermissions)[number];

const permissionsByRole: Record<UserRole, readonly PanelPermission[]> = {
  viewer: [],
  developer: ["keys:write", "webhooks:write", "audit:read"],
  owner: [
    "keys:write",
    "webhooks:write",
    "payments:cancel",
    "payments:receive",
    "alerts:resolve",
    "statements:write",
    "store:write",
    "users:write",
    "audit:read",
  ],
  operator: panelPermissions,
};

export function hasPermission(role: UserRole, permission: PanelPermission): boolean {
  return permissionsByRole[role].includes(permission);
}
