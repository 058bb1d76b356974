/** What a role may be allowed to do: a name for each row of the table in rules 4, as the server has them (a test compares). */
export type Permission =
  | "visits.read"
  | "visits.export"
  | "visits.mark_safe"
  | "visits.write"
  | "counters.read"
  | "registered_visitors"
  | "hosts.read"
  | "hosts.write"
  | "location.manage"
  | "users.manage"
  | "service.manage";

/** One of the five roles, the mightiest first. */
export type Role = "global_admin" | "local_admin" | "receptionist" | "security_guard" | "employee";

const desk: readonly Role[] = ["global_admin", "local_admin", "receptionist"];
const admins: readonly Role[] = ["global_admin", "local_admin"];

const allowed: Record<Permission, readonly Role[]> = {
  "visits.read": [...desk, "security_guard", "employee"],
  "visits.export": admins,
  "visits.mark_safe": [...desk, "security_guard"],
  "visits.write": desk,
  "counters.read": desk,
  registered_visitors: [...desk, "employee"],
  "hosts.read": [...desk, "employee"],
  "hosts.write": desk,
  "location.manage": admins,
  "users.manage": admins,
  "service.manage": ["global_admin"],
};

/** Whether the role may do it. What it may not do is not shown; the server decides again. */
export const roleCan = (role: Role, permission: Permission): boolean => allowed[permission].includes(role);
