import { coversAll } from "../../platform/auth/coverage.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { checkMatch, lockDirectory, logDirectory, readDirectory } from "./directories.ts";
import type { DirectoryRule } from "./rules-contract.ts";
import * as store from "./store.ts";

type Wire = Static<typeof DirectoryRule>;

const lower = (ids: readonly string[] = []): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

const wrong = (n: number, sentence: string, key = ""): Error =>
  badRequest(`Rule ${n + 1} ${sentence}`, "missing_key", key === "" ? `[${n}]` : `[${n}].${key}`);

const checkAbout = ({ group, attribute, value, everyone }: Wire, n: number): void => {
  const given = [group !== undefined, attribute !== undefined, everyone === true].filter(Boolean).length;
  if (given !== 1) throw wrong(n, 'must have one of "group", "attribute" with "value", or "everyone": true.');
  if ((attribute === undefined) !== (value === undefined))
    throw wrong(n, 'must have "attribute" and "value" together.', "value");
};

const checkRole = ({ role, users_at = [], hosts_at = [] }: Wire, n: number): void => {
  if (role === undefined && users_at.length > 0) throw wrong(n, 'must have a "role" for "users_at".', "role");
  if (role !== undefined && role !== "global_admin" && users_at.length === 0)
    throw wrong(n, 'must have "users_at", the locations of the role.', "users_at");
  if (role === undefined && hosts_at.length === 0) throw wrong(n, 'must have "hosts_at" or a "role".', "hosts_at");
};

/** A rule as it is stored. Errors: `400` that names the rule by its number. */
const checkRule = async (ctx: RequestContext, rule: Wire, n: number): Promise<store.DirectoryRule> => {
  checkAbout(rule, n);
  checkRole(rule, n);
  const { hosts_at, users_at, everyone, ...rest } = rule;
  for (const [key, ids] of Object.entries({ hosts_at: lower(hosts_at), users_at: lower(users_at) }))
    if (!(await coversAll(ctx.db, ctx.principal, ids)))
      throw badRequest(
        `"${key}" of rule ${n + 1} must have IDs of locations. See GET /companiesList.`,
        "unknown_reference",
        `[${n}].${key}`,
      );
  return {
    ...rest,
    ...(everyone === true ? { everyone } : {}),
    hosts_at: lower(hosts_at),
    ...(users_at === undefined ? {} : { users_at: lower(users_at) }),
  };
};

/** The rules of a directory. Errors: `404`. */
export const read = async (ctx: RequestContext, id: string): Promise<Wire[]> => (await readDirectory(ctx, id)).rules;

/** Replaces the rules; hosts and users follow with the next change of a person, or a sync. Errors: `400`, `404`, `412`. */
export const replace = (ctx: RequestContext, id: string, rules: readonly Wire[]): Promise<Wire[]> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockDirectory(inner, id);
    checkMatch(inner, old);
    const checked: store.DirectoryRule[] = [];
    for (const [n, rule] of rules.entries()) checked.push(await checkRule(inner, rule, n));
    if (JSON.stringify(checked) === JSON.stringify(old.rules)) return old.rules;
    const row = { ...old, rules: checked, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateDirectory(row), logDirectory("change_rules"));
    return checked;
  });
