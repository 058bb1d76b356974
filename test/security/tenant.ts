import { randomBytes } from "node:crypto";

import type { Role } from "../../shared/roles.ts";
import { newId } from "../../server/platform/lib/record/ids.ts";
import { pdfWith } from "../server/resources/agreements/pictures.ts";
import { nextCode, stockCodes } from "../support/kiosk.ts";
import { badgeOf, visitorCall } from "../support/visitor.ts";
import { buildToken, newApplication, type Provider } from "../support/outside/provider.ts";
import { buildKey, buildLocation, buildUser, type World } from "../support/world.ts";

/** What an id can name besides a location. */
export type Kind =
  | "visit"
  | "waiting_visit"
  | "registered_visitor"
  | "series"
  | "group"
  | "import"
  | "ended_import"
  | "host"
  | "visit_type"
  | "entry_point"
  | "agreement"
  | "device"
  | "undelivered"
  | "delivery"
  | "failed_message"
  | "erasure_request"
  | "evacuation"
  | "audit_entry"
  | "user"
  | "api_key"
  | "idp_credential"
  | "directory"
  | "csv_directory"
  | "ldap_directory"
  | "directory_token"
  | "login_provider"
  | "watchlist"
  | "watch_entry"
  | "watch_hit";

/** A location full of records; every text in it carries the canary, and no other tenant's does. */
export type Tenant = { location: string; canary: string; shared: Record<Kind, string> };

/** A text that occurs nowhere else. */
const newCanary = (): string => `canary${randomBytes(6).toString("hex")}`;

const created = async (world: World, path: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await world.post(path, body);
  if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.text}`);
  return answer.body._id;
};

type Place = Pick<Tenant, "location" | "canary"> & {
  visitType?: string | undefined;
  agreement?: string;
  directory?: string;
  watchlist?: string;
};

const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const makers: Record<Kind, (world: World, place: Place) => Promise<string>> = {
  visit: (world, { location, canary, visitType, agreement }) =>
    created(world, "/visitors", {
      company_id: location,
      first_name: canary,
      last_name: canary,
      note: canary,
      photo: Buffer.from(`GIF89a${canary}`).toString("base64"),
      ...(visitType === undefined ? {} : { visit_type: visitType }),
      ...(agreement === undefined ? {} : { agreements: [agreement] }),
    }),
  waiting_visit: async (world, place) =>
    created(world, "/visitors", {
      company_id: place.location,
      first_name: place.canary,
      recipient_mail: `${place.canary}@example.org`,
      visit_type: await makers.visit_type(world, place),
      notify_host: false,
    }),
  registered_visitor: (world, { location, canary }) =>
    created(world, "/knownvisitors", {
      company_id: location,
      first_name: canary,
      last_name: canary,
      email: `${canary}@example.org`,
      note: canary,
    }),
  series: (world, { location, canary }) =>
    created(world, "/series", {
      company_id: location,
      name: canary,
      visitors: [{ first_name: canary }],
      starts: { date: "2027-06-01", time: "09:00" },
      duration_minutes: 60,
    }),
  group: (world, { location, canary }) =>
    created(world, "/groups", { company_id: location, name: canary, leader: { first_name: canary }, unnamed: 1 }),
  import: async (world, { location, canary }) => {
    const options = { raw: `name,${canary}\n${canary},x\n`, headers: { "content-type": "text/csv" } };
    return (await world.call("POST", `/companies/${location}/imports?target=hosts`, options)).body._id;
  },
  ended_import: async (world, place) => {
    const id = await makers.import(world, place);
    await world.db.pool.query("update imports set state = 'done' where _id = $1", [id]);
    return id;
  },
  host: (world, { location, canary }) =>
    created(world, "/visitees", { company_id: location, cn: canary, mail: `${canary}@example.org`, desk: canary }),
  visit_type: (world, { location, canary }) =>
    created(world, `/companies/${location}/visittypes`, {
      name: canary,
      screening: true,
      welcome_message: canary,
      notification_sign_in_text: canary,
      fields: [{ label: canary }],
    }),
  entry_point: (world, { location, canary }) => created(world, `/companies/${location}/entrypoints`, { name: canary }),
  agreement: (world, { location, canary }) =>
    created(world, `/companies/${location}/agreements`, {
      name: canary,
      agreement_text: { en: canary },
      pdf: pdfWith(canary).toString("base64"),
    }),
  device: (world, { location, canary }) =>
    created(world, `/companies/${location}/devices`, { code: nextCode(), name: canary }),
  undelivered: async (world, place) => {
    const id = newId(place.location, Date.now());
    await world.db.pool.query(
      `insert into undelivered (company_id, _id, device_id, ref, kind, done_at, name, tries, create_date, mod_date)
       values ($1, $2, $3, $2, 'sign_in', now(), $4, 1, now(), now())`,
      [place.location, id, await makers.device(world, place), place.canary],
    );
    return id;
  },
  delivery: async (world, { location, canary }) => {
    // No server listens there, and it shows at once.
    await world.post(`/companies/${location}/webhooks`, { url: `http://127.0.0.1:9/${canary}` });
    return created(world, `/companies/${location}/webhooks/test`, {});
  },
  failed_message: async (world, { location, canary }) => {
    const id = newId(location, Date.now());
    await world.db.pool.query(
      `insert into messages (company_id, _id, kind, recipient, template, parameters, state, create_date, mod_date)
       values ($1, $2, 'mail', $3, 'notice', $4, 'failed', now(), now())`,
      [location, id, `${canary}@example.org`, { subject: canary, text: canary }],
    );
    return id;
  },
  erasure_request: async (world, place) => {
    // Closed: visitors inside are not erased.
    const visit = await makers.visit(world, place);
    await world.post(`/visitors/${visit}/signout`);
    await visitorCall(world, "POST", "/data/erasure", { token: badgeOf(world, place.location, visit) });
    const { body } = await world.get(`/companies/${place.location}/erasurerequests`);
    return body.find(({ subject_id }: { subject_id: string }) => subject_id === visit)._id;
  },
  evacuation: async (world, { location }) => {
    // One goes on at a time: the last one gives way.
    const { body } = await world.get(`/companies/${location}/evacuations`);
    for (const { _id } of body.filter(({ ended }: { ended?: string }) => ended === undefined))
      await world.post(`/companies/${location}/evacuations/${_id}/end`);
    return created(world, `/companies/${location}/evacuations`, { drill: true });
  },
  audit_entry: async (world, place) => {
    await makers.host(world, place);
    const { body } = await world.get(`/companies/${place.location}/audit?act=host.create&count=1&page=1`);
    return body[0]._id;
  },
  user: (world, { location, canary }) =>
    created(world, "/users", {
      email: `${canary}-${randomBytes(6).toString("hex")}@example.org`,
      first_name: canary,
      role: "receptionist",
      companies: [location],
    }),
  api_key: (world, { location, canary }) => created(world, "/apikeys", { name: canary, companies: [location] }),
  idp_credential: (world, { location, canary }) =>
    created(world, "/idpcredentials", { name: canary, companies: [location], ...newApplication() }),
  directory: (world, { canary }) => created(world, "/directories", { kind: "scim", name: canary }),
  csv_directory: (world, { canary }) => created(world, "/directories", { kind: "csv", name: canary }),
  login_provider: (world, { canary }) => created(world, "/loginproviders", { name: canary }),
  // A port that no server of directories listens on.
  ldap_directory: (world, { canary }) =>
    created(world, "/directories", {
      kind: "ldap",
      name: canary,
      settings: { preset: "openldap", url: "ldap://127.0.0.1:1", people_base: "dc=example,dc=org" },
    }),
  watchlist: (world, { location, canary }) =>
    created(world, `/companies/${location}/watchlists`, { name: canary, kind: "alert" }),
  watch_entry: (world, { location, canary, watchlist = "" }) =>
    created(world, `/companies/${location}/watchlists/${watchlist}/entries`, {
      names: [canary],
      reason_code: "other",
      review_on: inAMonth(),
    }),
  watch_hit: async (world, place) => {
    const id = newId(place.location, Date.now());
    await world.db.pool.query(
      `insert into watch_hits (company_id, _id, subject, subject_id, entry_id, list_id, kind, score, parts, person, algorithm, create_date, mod_date)
       values ($1, $2, 'visit', $2, $2, $2, 'alert', 1, '[]', '', 1, now(), now())`,
      [place.location, id],
    );
    return id;
  },
  directory_token: async (world, { directory = "" }) => {
    const [oldest, second] = (await world.get(`/directories/${directory}`)).body.tokens;
    // It has two at most.
    if (second !== undefined) await world.call("DELETE", `/directories/${directory}/tokens/${oldest._id}`, {});
    return created(world, `/directories/${directory}/tokens`, {});
  },
};

/** Makes one more record of a tenant; visits are pending, so that everything can be done with them. */
export const makeObject = (world: World, tenant: Tenant, kind: Kind): Promise<string> =>
  makers[kind](world, {
    ...tenant,
    visitType: tenant.shared.visit_type,
    agreement: tenant.shared.agreement,
    directory: tenant.shared.directory,
    watchlist: tenant.shared.watchlist,
  });

/** Fills a location with a record of every kind. */
const fillTenant = async (world: World, location: string, canary: string): Promise<Tenant> => {
  const place = { location, canary };
  await stockCodes(world);
  const visit_type = await makers.visit_type(world, place);
  const agreement = await makers.agreement(world, place);
  const directory = await makers.directory(world, place);
  const watchlist = await makers.watchlist(world, place);
  const shared = {
    visit_type,
    agreement,
    directory,
    watchlist,
    watch_entry: await makers.watch_entry(world, { ...place, watchlist }),
    watch_hit: await makers.watch_hit(world, place),
    csv_directory: await makers.csv_directory(world, place),
    ldap_directory: await makers.ldap_directory(world, place),
    directory_token: await makers.directory_token(world, { ...place, directory }),
    visit: await makers.visit(world, { ...place, visitType: visit_type, agreement }),
    waiting_visit: await makers.waiting_visit(world, place),
    registered_visitor: await makers.registered_visitor(world, place),
    series: await makers.series(world, place),
    group: await makers.group(world, place),
    import: await makers.import(world, place),
    ended_import: await makers.ended_import(world, place),
    host: await makers.host(world, place),
    entry_point: await makers.entry_point(world, place),
    device: await makers.device(world, place),
    undelivered: await makers.undelivered(world, place),
    delivery: await makers.delivery(world, place),
    failed_message: await makers.failed_message(world, place),
    erasure_request: await makers.erasure_request(world, place),
    evacuation: await makers.evacuation(world, place),
    audit_entry: await makers.audit_entry(world, place),
    user: await makers.user(world, place),
    api_key: await makers.api_key(world, place),
    idp_credential: await makers.idp_credential(world, place),
    login_provider: await makers.login_provider(world, place),
  };
  await world.post(`/companies/${location}/visitees/bulk`, [
    { cn: `external ${canary}`, mail: `x${canary}@example.org` },
  ]);
  await world.post(`/companies/${location}/knownvisitors/sendinvites`, [shared.registered_visitor]);
  return { ...place, shared };
};

/** A new location with a record of every kind. */
export const makeTenant = async (world: World): Promise<Tenant> => {
  const canary = newCanary();
  const location = await buildLocation(world, { name: canary, address: canary, city: canary });
  return fillTenant(world, location, canary);
};

/** The path of a single record. */
const pathOf = ({ location, shared }: Pick<Tenant, "location" | "shared">, kind: Kind, id: string): string =>
  ({
    visit: `/visitors/${id}`,
    waiting_visit: `/visitors/${id}`,
    registered_visitor: `/knownvisitors/${id}`,
    series: `/series/${id}`,
    group: `/groups/${id}`,
    import: "",
    ended_import: "",
    host: `/visitees/${id}`,
    visit_type: `/companies/${location}/visittypes/${id}`,
    entry_point: `/companies/${location}/entrypoints/${id}`,
    agreement: `/companies/${location}/agreements/${id}`,
    device: `/companies/${location}/devices/${id}`,
    undelivered: "",
    delivery: "",
    failed_message: "",
    erasure_request: "",
    evacuation: "",
    audit_entry: "",
    user: `/users/${id}`,
    api_key: `/apikeys/${id}`,
    idp_credential: `/idpcredentials/${id}`,
    login_provider: `/loginproviders/${id}`,
    directory: `/directories/${id}`,
    csv_directory: `/directories/${id}`,
    ldap_directory: `/directories/${id}`,
    directory_token: `/directories/${shared.directory}/tokens/${id}`,
    watchlist: `/companies/${location}/watchlists/${id}`,
    watch_entry: `/companies/${location}/watchlists/${shared.watchlist}/entries/${id}`,
    watch_hit: "",
  })[kind];

/** Makes and removes a record of each kind: the ids of what is gone. */
export const removedObjects = async (world: World, tenant: Tenant): Promise<Record<Kind, string>> => {
  const gone = { ...tenant.shared };
  for (const kind of Object.keys(gone) as Kind[]) {
    gone[kind] = await makeObject(world, tenant, kind);
    if (kind === "undelivered") await world.db.pool.query("delete from undelivered where _id = $1", [gone[kind]]);
    else if (kind === "erasure_request")
      await world.db.pool.query("delete from erasure_requests where _id = $1", [gone[kind]]);
    // The audit log stays, too.
    else if (kind === "audit_entry")
      await world.db.pool.query("delete from log where company_id = $1 and seq = $2", [
        tenant.location,
        Number.parseInt(gone[kind].slice(-10), 16),
      ]);
    // Evacuations stay.
    else if (kind === "evacuation") await world.db.pool.query("delete from evacuations where _id = $1", [gone[kind]]);
    else if (kind === "failed_message") await world.db.pool.query("delete from messages where _id = $1", [gone[kind]]);
    // Imports, too, go with time.
    else if (kind.endsWith("import")) await world.db.pool.query("delete from imports where _id = $1", [gone[kind]]);
    else if (kind === "watch_hit") await world.db.pool.query("delete from watch_hits where _id = $1", [gone[kind]]);
    // Deliveries go with time only.
    else if (kind === "delivery") await world.db.pool.query("delete from deliveries where _id = $1", [gone[kind]]);
    else await world.remove(pathOf(tenant, kind, gone[kind]));
  }
  return gone;
};

/** Who calls: a name for messages, the headers, the role it has and whether it is a key. */
export type Caller = { name: string; as: Record<string, string>; role: Role; key: boolean };

/** An API key and a user of each role but the first, all pinned to one location. */
export const callersOf = async (world: World, location: string): Promise<Caller[]> => [
  { name: "API key", as: await buildKey(world, [location]), role: "local_admin", key: true },
  ...(await Promise.all(
    (["local_admin", "receptionist", "security_guard", "employee"] as const).map(async (role) => ({
      name: role,
      as: await buildUser(world, role, [location]),
      role,
      key: false,
    })),
  )),
];

/** The tokens of two applications pinned to one location, in either version. */
export const tokenCallersOf = async (world: World, provider: Provider, location: string): Promise<Caller[]> => [
  { name: "token v1", as: await buildToken(world, provider, [location], "1.0"), role: "local_admin", key: true },
  { name: "token v2", as: await buildToken(world, provider, [location], "2.0"), role: "local_admin", key: true },
];

/** A local admin who is signed in to the console: a cookie, sent by a page of our own. */
export const consoleCallerOf = async (world: World, location: string): Promise<Caller> => {
  const { authorization = "" } = await buildUser(world, "local_admin", [location]);
  const [email, password] = Buffer.from(authorization.replace("Basic ", ""), "base64").toString().split(":");
  const answer = await world.app.inject({ method: "POST", url: "/session", payload: { email, password } });
  const [cookie = ""] = [answer.headers["set-cookie"] ?? []].flat().map((line) => line.split(";", 1)[0] ?? "");
  if (answer.statusCode !== 200) throw new Error(`not signed in: ${answer.body}`);
  return { name: "console session", as: { cookie, "sec-fetch-site": "same-origin" }, role: "local_admin", key: false };
};
