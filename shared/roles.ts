/** The roles of rules 4, most powerful first. */
export const ROLES = ["global_admin", "local_admin", "receptionist", "security_guard", "employee"] as const;

export type Role = (typeof ROLES)[number];

/** The roles an API key may have: those of users who run a location, and a read-only one (rules 4). */
export const KEY_ROLES = ["local_admin", "receptionist", "security_guard", "read_only"] as const;

export type KeyRole = (typeof KEY_ROLES)[number];

/** The scopes of an API key: rights that its role alone does not give (rules 4). */
export const SCOPES = ["watchlist", "trace"] as const;

export type Scope = (typeof SCOPES)[number];

/** The role of the caller. */
export type CallerRole = Role | KeyRole;

/** What a role may be allowed to do: one name per row of the table in rules 4. */
export type Permission =
  | "visits.read"
  | "visits.export"
  | "visits.mark_safe"
  | "visits.write"
  | "records.erase"
  | "reports.read"
  | "registered_visitors"
  | "hosts.read"
  | "hosts.write"
  | "location.manage"
  | "watchlist.read"
  | "watchlist.decide"
  | "users.manage"
  | "service.manage";

const everyone: readonly CallerRole[] = [...ROLES, "read_only"];
const reception: readonly Role[] = ["global_admin", "local_admin", "receptionist"];
const admins: readonly Role[] = ["global_admin", "local_admin"];

const allowed: Record<Permission, readonly CallerRole[]> = {
  "visits.read": everyone,
  "visits.export": [...admins, "read_only"],
  "visits.mark_safe": ["global_admin", "local_admin", "receptionist", "security_guard"],
  "visits.write": reception,
  "records.erase": admins,
  "reports.read": [...reception, "read_only"],
  registered_visitors: [...reception, "employee", "read_only"],
  "hosts.read": [...reception, "employee", "read_only"],
  "hosts.write": reception,
  "location.manage": admins,
  "watchlist.read": admins,
  "watchlist.decide": admins,
  "users.manage": admins,
  "service.manage": ["global_admin"],
};

/** Whether the role has the permission. The console hides what it has not; the server checks again. */
export const can = (role: CallerRole, permission: Permission | "anyone"): boolean =>
  permission === "anyone" || allowed[permission].includes(role);

/** The scope that keys and tokens need for a permission, besides the role. */
const SCOPED: Partial<Record<Permission, Scope>> = { "watchlist.read": "watchlist", "watchlist.decide": "watchlist" };

/** Whether a key or token has the scope that a permission needs, if it needs one. @param scopes of the credential */
export const hasScopeFor = (permission: Permission | "anyone", scopes: readonly Scope[] = []): boolean => {
  const needed = permission === "anyone" ? undefined : SCOPED[permission];
  return needed === undefined || scopes.includes(needed);
};

/** Whether the role may make a call: `read_only` may only read, whatever the permission. */
export const canCall = (
  role: CallerRole,
  { permission, method }: { permission: Permission | "anyone"; method: string },
): boolean => can(role, permission) && (role !== "read_only" || method === "GET");

/** Whether a user with role `giver` can assign role `given`: only one without rights that the giver lacks (rules 4). */
export const canAssignRole = (giver: CallerRole, given: Role): boolean =>
  giver !== "read_only" && ROLES.indexOf(giver) <= ROLES.indexOf(given);
