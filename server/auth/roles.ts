/** The roles of decisions 4, the mightiest first. */
export const ROLES = ["global_admin", "local_admin", "receptionist", "security_guard", "employee"] as const;

export type Role = (typeof ROLES)[number];

/** What a role may be allowed to do: one name per row of the table in decisions 4. */
export type Permission =
  | "visits.read"
  | "visits.mark_safe"
  | "visits.write"
  | "counters.read"
  | "registered_visitors"
  | "hosts.read"
  | "hosts.write"
  | "location.manage"
  | "users.manage"
  | "service.manage";

const everyone: readonly Role[] = ROLES;
const desk: readonly Role[] = ["global_admin", "local_admin", "receptionist"];
const admins: readonly Role[] = ["global_admin", "local_admin"];

const allowed: Record<Permission, readonly Role[]> = {
  "visits.read": everyone,
  "visits.mark_safe": ["global_admin", "local_admin", "receptionist", "security_guard"],
  "visits.write": desk,
  "counters.read": desk,
  registered_visitors: [...desk, "employee"],
  "hosts.read": [...desk, "employee"],
  "hosts.write": desk,
  "location.manage": admins,
  "users.manage": admins,
  "service.manage": ["global_admin"],
};

/** Whether the role may do it. */
export const may = (role: Role, permission: Permission | "anyone"): boolean =>
  permission === "anyone" || allowed[permission].includes(role);

/** Whether someone of role `giver` may give role `given`: nobody gives what they do not have (decisions 4). */
export const mayGive = (giver: Role, given: Role): boolean => ROLES.indexOf(giver) <= ROLES.indexOf(given);
