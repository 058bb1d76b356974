import { ROLES, type Role } from "../../../shared/roles.ts";
import { coversAll } from "../../platform/auth/coverage.ts";
import type { Db } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import type { LoginRule as Contract } from "./contract.ts";
import { listExisting, type LoginRule } from "./store.ts";

type Wire = Static<typeof Contract>;

const checkRule = async (ctx: RequestContext, { group, role, users_at = [] }: Wire, n: number): Promise<LoginRule> => {
  const field = `rules[${n}].users_at`;
  if (role === "global_admin") return { group, role };
  if (users_at.length === 0)
    throw badRequest(`Rule ${n + 1} must have "users_at", the locations of the role.`, "missing_key", field);
  if (!(await coversAll(ctx.db, ctx.principal, users_at)))
    throw badRequest(
      `"users_at" of rule ${n + 1} must have IDs of locations. See GET /companiesList.`,
      "unknown_reference",
      field,
    );
  return { group, role, users_at: [...new Set(users_at.map((id) => id.toLowerCase()))] };
};

/** The rules as they are stored. Errors: `400` that names the rule by its number. */
export const checkRules = async (ctx: RequestContext, rules: readonly Wire[]): Promise<LoginRule[]> => {
  const checked: LoginRule[] = [];
  for (const [n, rule] of rules.entries()) checked.push(await checkRule(ctx, rule, n));
  return checked;
};

/** What rules make of a user. */
type Entitlement = { role: Role; companies: string[] };

/**
 * What the rules make of a person in these groups: of several roles the most powerful, and only where a rule gives that one.
 * @returns undefined if no rule covers the person
 */
const entitlementOf = (rules: readonly LoginRule[], groups: readonly string[]): Entitlement | undefined => {
  const names = new Set(groups.map((group) => group.toLowerCase()));
  const covering = rules.filter(({ group }) => names.has(group.toLowerCase()));
  const role = ROLES.find((known) => covering.some((rule) => rule.role === known));
  if (role === undefined) return undefined;
  const companies = covering.flatMap((rule) => (rule.role === role ? (rule.users_at ?? []) : []));
  return { role, companies: [...new Set(companies)].toSorted() };
};

/**
 * What a provider's rules make of a person, at the locations that exist.
 * @returns undefined if no rule covers the person, or none of its locations remains
 */
export const givenRole = async (
  db: Db,
  rules: readonly LoginRule[],
  groups: readonly string[],
): Promise<Entitlement | undefined> => {
  const found = entitlementOf(rules, groups);
  if (found === undefined || found.role === "global_admin") return found;
  const companies = await listExisting(db, found.companies);
  return companies.length === 0 ? undefined : { role: found.role, companies: companies.toSorted() };
};
