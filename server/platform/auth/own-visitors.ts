import type { Db, Statement } from "../db/database.ts";
import { notFound } from "../lib/errors.ts";
import { iso } from "../lib/time/time.ts";
import { locationOf } from "./coverage.ts";
import type { Credential } from "./credential.ts";

const SEEN_HOSTS: Statement = {
  name: "find-seen-hosts",
  text: `select own_addresses(u._id, $3::timestamptz) as hosts from users u, companies l
where u._id = $1 and l._id = $2 and l.settings @> '{"employees_see": "own"}'`,
};

/**
 * The addresses of the hosts whose visitors alone a caller sees at a location, folded: the caller's, and those they
 * stand in for; undefined for all visitors. It binds employees where `employees_see` is `own` (rules 4).
 */
export const seenHosts = async (
  db: Db,
  { kind, role, _id }: Pick<Credential, "kind" | "role" | "_id">,
  { location, now }: { location: string; now: number },
): Promise<readonly string[] | undefined> => {
  if (kind !== "user" || role !== "employee") return undefined;
  return (await db.named<{ hosts: string[] }>(SEEN_HOSTS, [_id, location, iso(now)]))[0]?.hosts;
};

/** The host of a record, by the beginning of the paths that name one. */
const RECORDS: Readonly<Record<string, Statement>> = {
  "/visitors/{visitorId}": {
    name: "find-host-of-visit",
    text: "select host_address($1, recipient, recipient_mail) as host from visits where company_id = $1 and _id = $2",
  },
  "/knownvisitors/{id}": {
    name: "find-host-of-registered",
    text: "select host_address($1, recipient, extra ->> 'recipient_mail') as host from registered_visitors where company_id = $1 and _id = $2",
  },
  "/series/{id}": {
    name: "find-host-of-series",
    text: "select host_address($1, shared) as host from visit_series where company_id = $1 and _id = $2",
  },
  "/groups/{id}": {
    name: "find-host-of-group",
    text: "select host_address($1, shared) as host from visit_groups where company_id = $1 and _id = $2",
  },
};

/** The statement that finds the host of the record in a path, and the record's ID; none for paths that name no visitors. */
const recordIn = (path: string, params: unknown): { statement: Statement; id: string } | undefined => {
  const [, first, parameter = ""] = path.split("/");
  const statement = RECORDS[`/${first}/${parameter}`];
  const id: unknown = Reflect.get(Object(params), parameter.slice(1, -1));
  return statement === undefined || typeof id !== "string" ? undefined : { statement, id: id.toLowerCase() };
};

/**
 * The hosts whose visitors alone a call sees (`seenHosts`): for lists, which narrow themselves by them. Errors: the `404`
 * of a missing record, if its path names one of another host.
 */
export const narrowToOwn = async (
  { db, principal, now }: { db: Db; principal: Credential; now: number },
  path: string,
  { location, params }: { location: string; params: unknown },
): Promise<readonly string[] | undefined> => {
  if (principal.kind !== "user" || principal.role !== "employee") return undefined;
  const record = recordIn(path, params);
  const at = record === undefined ? location : await locationOf(db, principal, record.id);
  const hosts = at === undefined || at === "" ? undefined : await seenHosts(db, principal, { location: at, now });
  if (hosts === undefined || record === undefined) return hosts;
  const [found] = await db.named<{ host: string | null }>(record.statement, [at, record.id]);
  if (found?.host == null || !hosts.includes(found.host)) throw notFound();
  return hosts;
};
