// Permissions in the merchant panel. Every signed-in user may read the pages of their own store.

export const userRoles = ["owner", "developer", "viewer", "operator"] as const;
/** Operators see all stores; the others see one. Viewers are read-only. */
export type UserRole = (typeof userRoles)[number];
/** The roles of a store's users. */
export type StoreRole = Exclude<UserRole, "operator">;

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
 * - `store:approve`: KYC, verification, how success is confirmed, and pausing a store.
 * - `payments:resolve`: resolving a payment whose outcome is unknown.
 * - `payments:receive`: recording money on the store's own account.
 * - `alerts:resolve`: marking an alert as handled.
 * - `statements:write`: importing bank statements of the store's own account, and assigning their entries.
 * - `stores:all`: every store instead of one.
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
  // A newer version that runs beside this one may have stored a role that is unknown here: it allows nothing.
  return Object.hasOwn(permissionsByRole, role) && permissionsByRole[role].includes(permission);
}

/** A user with such a role belongs to no store. */
export function seesAllStores(role: UserRole): boolean {
  return hasPermission(role, "stores:all");
}
