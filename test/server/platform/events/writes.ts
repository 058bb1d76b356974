import { type QueuedMessage, queueMessages } from "../../../../server/resources/messages/queue.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { kioskCall, pairKiosk, showCode } from "../../../support/kiosk.ts";
import { newApplication } from "../../../support/outside/provider.ts";
import { badgeOf, visitorCall } from "../../../support/visitor.ts";
import { ADMIN, type Answer, type Body, buildLocation, buildVisit, type World } from "../../../support/world.ts";

/** A call of a write endpoint that succeeds and changes data, and the events it fires, in order. */
export type Write = { path: string; body?: unknown; csv?: string; events: readonly string[] };
type MakeWrite = (world: World, location: string) => Promise<Write>;

const made = async (answer: Promise<Answer>): Promise<Body> => {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(text);
  return body;
};

const on =
  (path: string, body: unknown, events: readonly string[] = []): MakeWrite =>
  async (_world, location) => ({ path: path.replace("{company_id}", location), body, events });

const IMPORTS = "/companies/{company_id}/imports";
const HOSTS_CSV = "name,email\nAnn Peeters,ann@example.org\n";

/** A call about a new import of hosts; one to be undone has ended. */
const onImport =
  (rest: string, body: unknown = {}): MakeWrite =>
  async (world, location) => {
    const path = IMPORTS.replace("{company_id}", location);
    const options = { raw: HOSTS_CSV, headers: { "content-type": "text/csv" } };
    const { _id } = await made(world.call("POST", `${path}?target=hosts&filename=hosts.csv`, options));
    if (rest === "/undo") await world.db.pool.query("update imports set state = 'done' where _id = $1", [_id]);
    return { path: `${path}/${_id}${rest}`, body, events: [] };
  };

const WATCHLISTS = "/companies/{company_id}/watchlists";
const watchEntry = () => ({
  names: ["Mal Ory"],
  reason_code: "threat",
  review_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
});
/** A call about a new watch list. */
const onWatchlist =
  (rest: string, more: Partial<Write> = {}): MakeWrite =>
  async (world, location) => {
    const lists = WATCHLISTS.replace("{company_id}", location);
    const { _id } = await made(world.post(lists, { name: "Barred", kind: "denied" }));
    return { path: `${lists}/${_id}${rest}`, events: [], ...more };
  };
/** A call about a new entry. */
const onWatchEntry =
  (more: Partial<Write>): MakeWrite =>
  async (world, location) => {
    const { path } = await onWatchlist("/entries")(world, location);
    const { _id } = await made(world.post(path, watchEntry()));
    return { path: `${path}/${_id}`, events: [], ...more };
  };
/** A decision on a new hit. */
const onWatchHit: MakeWrite = async (world, location) => {
  const lists = WATCHLISTS.replace("{company_id}", location);
  await onWatchEntry({})(world, location);
  const settings = { name: "Guest", screening: true, watchlist: true };
  const type = await made(world.post(`/companies/${location}/visittypes`, settings));
  const { _id } = await buildVisit(world, location, { first_name: "Mal", last_name: "Ory", visit_type: type._id });
  const hits = await made(world.get(`${lists}/hits`));
  const hit = hits.find(({ visitorId }: Body) => visitorId === _id);
  return { path: `${lists}/hits/${hit._id}/decide`, body: { outcome: "same", reason: "Seen" }, events: [] };
};

const onVisit =
  (rest: string, body: unknown, events: readonly string[], visitType: Record<string, unknown> = {}): MakeWrite =>
  async (world, location) => {
    const type = await made(world.post(`/companies/${location}/visittypes`, { name: "Guest", ...visitType }));
    const visit = await buildVisit(world, location, { visit_type: type._id });
    return { path: `/visitors/${visit._id}${rest}`, body, events };
  };

/** A call about a new directory, of the kind that has it. */
const onDirectory =
  (rest: string, body?: unknown) =>
  async (world: World): Promise<Write> => {
    const { _id } = await made(
      world.post("/directories", { kind: rest === "/people" ? "csv" : "scim", name: "Entra ID" }),
    );
    return { path: `/directories/${_id}${rest}`, body, events: [] };
  };

/** A change or removal of a record that is created first. */
const onNew =
  (
    collection: string,
    first: (location: string) => unknown,
    body?: unknown,
    events: readonly string[] = [],
  ): MakeWrite =>
  async (world, location) => {
    const path = collection.replace("{company_id}", location);
    const record = await made(world.post(path, first(location)));
    return { path: `${path}/${record._id}`, body, events };
  };

/** What a host does with a visit of their own. */
const onOwn =
  (rest: string, body: unknown, events: readonly string[], screening = false): MakeWrite =>
  async (world, location) => {
    const type = await made(world.post(`/companies/${location}/visittypes`, { name: "Guest", screening }));
    const visit = await buildVisit(world, location, { visit_type: type._id, recipient_mail: ADMIN.email });
    return { path: `/me/visitors/${visit._id}${rest}`, body, events };
  };

const onRegistered =
  (rest: string, body?: unknown, events: readonly string[] = []): MakeWrite =>
  async (world, company_id) => {
    const { _id } = await made(world.post("/knownvisitors", { company_id }));
    return { path: `/knownvisitors/${_id}${rest}`, body, events };
  };

const series = (company_id: string) => ({
  company_id,
  visitors: [{ first_name: "Jo" }],
  starts: { date: "2027-06-01", time: "09:00" },
  duration_minutes: 60,
});
const onSeries =
  (body: unknown, events: readonly string[]): MakeWrite =>
  async (world, company_id) => {
    const { _id } = await made(world.post("/series", series(company_id)));
    return { path: `/series/${_id}`, body, events };
  };

const group = (company_id: string) => ({ company_id, leader: { first_name: "Jo" }, unnamed: 1 });
const onGroup =
  (rest: string, body: unknown, events: readonly string[]): MakeWrite =>
  async (world, company_id) => {
    const { _id } = await made(world.post("/groups", group(company_id)));
    if (rest === "/signout") await made(world.post(`/groups/${_id}/signin`));
    return { path: `/groups/${_id}${rest}`, body, events };
  };

const CONFIGURED = ["company_updated"];
/** A location with a webhook without a receiver. */
const withWebhook = async (world: World): Promise<string> => {
  const location = await buildLocation(world);
  await made(world.post(`/companies/${location}/webhooks`, { url: "http://127.0.0.1:9/" }));
  return location;
};
/** A message that was given up. */
const failedMessage = async (world: World, location: string): Promise<string> => {
  const { now } = world.context;
  await queueMessages(world.db, [
    {
      location,
      kind: "mail",
      recipient: "jo@example.org",
      template: "notice",
      parameters: { subject: "S", text: "T" },
      now: now(),
    },
  ] as QueuedMessage[]);
  const text = "update messages set state = 'failed' where company_id = $1 returning _id";
  return (await world.db.pool.query(text, [location])).rows[0]._id;
};
/** A sign-in that a kiosk could not deliver, and has told of. */
const undelivered = async (world: World, location: string): Promise<string> => {
  const { as } = await pairKiosk(world, location);
  const at = new Date().toISOString();
  const items = [{ ref: "1", kind: "sign_in", queued_at: at, tries: 1 }];
  await made(kioskCall(world, "POST", "/undelivered", { as, body: { sent_at: at, items } }));
  const [item] = await made(world.get(`/companies/${location}/undelivered`));
  return `/companies/${location}/undelivered/${item._id}`;
};
/** An erasure request of a visitor who has left. */
const askedErasure = async (world: World, location: string): Promise<string> => {
  const { _id } = await buildVisit(world, location);
  await made(world.post(`/visitors/${_id}/signout`));
  await visitorCall(world, "POST", "/data/erasure", { token: badgeOf(world, location, _id) });
  const requests = await made(world.get(`/companies/${location}/erasurerequests`));
  return requests.find(({ subject_id }: Body) => subject_id === _id)._id;
};
const user = (location: string) => ({
  email: `u-${newId()}@example.org`,
  password: "a-long-enough-password",
  role: "employee",
  companies: [location],
});
const application = (location: string) => ({ ...key(location), ...newApplication() });
const key = (location: string) => ({ name: "key", companies: [location] });
const host = (location: string) => ({ company_id: location, cn: "Ann Peeters" });
const named = () => ({ name: "One" });

/** How to call each write endpoint of the interface; a new one is named here, or the test of the log fails. */
export const WRITES: Readonly<Record<string, MakeWrite>> = {
  "POST /companies": on("/companies", { name: "New" }),
  "PUT /companies/{company_id}": on("/companies/{company_id}", { name: "Renamed" }, CONFIGURED),
  "DELETE /companies/{company_id}": async (world) => {
    const location = await buildLocation(world, { name: "Gone" });
    return { path: `/companies/${location}`, body: { name: "Gone" }, events: [] };
  },
  "POST /visitors": async (_world, company_id) => ({
    path: "/visitors",
    body: { company_id },
    events: ["visitor_signed_in"],
  }),
  "PUT /visitors/{visitorId}": onVisit("", { city: "Mons", odd: 1 }, ["visitor_updated"]),
  "POST /visitors/{visitorId}/signout": onVisit("/signout", undefined, ["visitor_signed_out"]),
  "POST /visitors/{visitorId}/takeback": async (world, location) => {
    const { _id } = await buildVisit(world, location);
    // As a session does; the caller here has none.
    await world.db.pool.query(
      `insert into held_sign_ins (company_id, visit_id, user_id, begun)
       select company_id, _id, user_id, create_date from visits where company_id = $1 and _id = $2`,
      [location, _id],
    );
    return { path: `/visitors/${_id}/takeback`, events: ["visitor_signed_out"] };
  },
  "POST /visitors/{visitorId}/told": onVisit("/told", undefined, [], { screening: true }),
  "POST /visitors/{visitorId}/approve": onVisit("/approve", undefined, ["visitor_screening_approved"], {
    screening: true,
  }),
  "POST /visitors/{visitorId}/reject": onVisit("/reject", undefined, ["visitor_screening_rejected"], {
    screening: true,
  }),
  "POST /companies/{company_id}/visitors/{id}/ask": async (world, location) => {
    const type = await made(world.post(`/companies/${location}/visittypes`, { name: "Guest", screening: true }));
    const host = { recipient_mail: "ann@example.org", notify_host: false };
    const visit = await buildVisit(world, location, { visit_type: type._id, ...host });
    return { path: `/companies/${location}/visitors/${visit._id}/ask`, events: [] };
  },
  "DELETE /visitors/{visitorId}": onVisit("", undefined, []),
  "POST /companies/{company_id}/visitors/safe": async (world, location) => {
    const ids = [(await buildVisit(world, location))._id, (await buildVisit(world, location))._id];
    const events = ["visitor_updated", "visitor_updated"];
    return { path: `/companies/${location}/visitors/safe`, body: { ids }, events };
  },
  "POST /knownvisitors": async (_world, company_id) => ({
    path: "/knownvisitors",
    body: { company_id },
    events: ["registered_visitor_created"],
  }),
  "POST /series": async (_world, company_id) => ({
    path: "/series",
    body: series(company_id),
    events: ["registered_visitor_created"],
  }),
  "POST /groups": async (_world, company_id) => ({
    path: "/groups",
    body: group(company_id),
    events: ["registered_visitor_created"],
  }),
  [`POST ${IMPORTS}`]: async (_world, location) => ({
    path: `${IMPORTS.replace("{company_id}", location)}?target=hosts`,
    csv: HOSTS_CSV,
    events: [],
  }),
  [`PUT ${IMPORTS}/{id}`]: onImport("", { mapping: { name: "cn" } }),
  [`POST ${IMPORTS}/{id}/run`]: onImport("/run"),
  [`POST ${IMPORTS}/{id}/undo`]: onImport("/undo"),
  [`POST ${WATCHLISTS}`]: on(WATCHLISTS, { name: "Barred", kind: "denied" }),
  [`PUT ${WATCHLISTS}/{id}`]: onWatchlist("", { body: { name: "Denied" } }),
  [`DELETE ${WATCHLISTS}/{id}`]: onWatchlist(""),
  [`POST ${WATCHLISTS}/{id}/entries`]: onWatchlist("/entries", { body: watchEntry() }),
  [`POST ${WATCHLISTS}/{id}/entries/import`]: onWatchlist("/entries/import", {
    csv: "first_name,last_name\nMal,Ory\n",
  }),
  [`PUT ${WATCHLISTS}/{id}/entries/{entry_id}`]: onWatchEntry({ body: { names: ["Mal Orey"] } }),
  [`DELETE ${WATCHLISTS}/{id}/entries/{entry_id}`]: onWatchEntry({}),
  [`POST ${WATCHLISTS}/check`]: on(`${WATCHLISTS}/check`, { first_name: "Mal", last_name: "Ory" }),
  [`POST ${WATCHLISTS}/hits/{id}/decide`]: onWatchHit,
  "PUT /groups/{id}": onGroup("", { recipient: "Ann Peeters" }, ["registered_visitor_updated"]),
  "DELETE /groups/{id}": onGroup("", undefined, ["registered_visitor_deleted"]),
  "POST /groups/{id}/signin": onGroup("/signin", {}, ["visitor_signed_in", "visitor_signed_in"]),
  "POST /groups/{id}/signout": onGroup("/signout", {}, ["visitor_signed_out", "visitor_signed_out"]),
  "PUT /series/{id}": onSeries({ recipient: "Ann Peeters" }, ["registered_visitor_updated"]),
  "DELETE /series/{id}": onSeries(undefined, ["registered_visitor_deleted"]),
  "PUT /knownvisitors/{id}": onRegistered("", { company: "Acme", odd: 1 }, ["registered_visitor_updated"]),
  "PUT /me/settings": async (world, location) => {
    const { email } = await made(world.post("/users", user(location)));
    const stand_in = { email, from: "2026-12-01T08:00:00Z", until: "2026-12-08T08:00:00Z" };
    return { path: "/me/settings", body: { stand_in }, events: [] };
  },
  "POST /me/visitors/{visitorId}/approve": onOwn("/approve", undefined, ["visitor_screening_approved"], true),
  "POST /me/visitors/{visitorId}/reject": onOwn("/reject", undefined, ["visitor_screening_rejected"], true),
  "POST /me/visitors/{visitorId}/signout": onOwn("/signout", undefined, ["visitor_signed_out"]),
  "POST /me/visitors/{visitorId}/reply": onOwn("/reply", { reply: "coming" }, ["visitor_updated"]),
  "DELETE /me/knownvisitors/{id}": async (world, company_id) => {
    const person = { company_id, last_name: "A", recipient: "Ann", recipient_mail: ADMIN.email };
    const { _id } = await made(world.post("/knownvisitors", person));
    return { path: `/me/knownvisitors/${_id}`, events: ["registered_visitor_deleted"] };
  },
  "DELETE /knownvisitors/{id}": onRegistered("", undefined, ["registered_visitor_deleted"]),
  "POST /knownvisitors/{id}/signin": onRegistered("/signin", {}, ["visitor_signed_in"]),
  "POST /companies/{company_id}/knownvisitors/delete": async (world, company_id) => {
    const body = [];
    for (const last_name of ["A", "B"])
      body.push((await made(world.post("/knownvisitors", { company_id, last_name })))._id);
    const events = ["registered_visitor_deleted", "registered_visitor_deleted"];
    return { path: `/companies/${company_id}/knownvisitors/delete`, body, events };
  },
  "POST /companies/{company_id}/knownvisitors/sendinvites": async (world, company_id) => {
    const { _id } = await made(world.post("/knownvisitors", { company_id, email: "jo@example.org" }));
    return { path: `/companies/${company_id}/knownvisitors/sendinvites`, body: [_id], events: [] };
  },
  "POST /companies/{company_id}/emergency": on("/companies/{company_id}/emergency", { message: "Leave", drill: true }),
  "POST /companies/{company_id}/evacuations": async (world) => ({
    // A location of its own: in the other, visits are marked safe, and would be taken back.
    path: `/companies/${await buildLocation(world)}/evacuations`,
    body: { drill: true },
    events: [],
  }),
  "POST /companies/{company_id}/evacuations/{id}/marks": async (world, location) => {
    const { _id: visitor_id } = await buildVisit(world, location);
    const path = `/companies/${location}/evacuations`;
    const { _id } = await made(world.post(path, { drill: true }));
    const marks = [{ ref: newId(), visitor_id, safe: true }];
    return { path: `${path}/${_id}/marks`, body: { marks }, events: ["visitor_updated"] };
  },
  "POST /companies/{company_id}/evacuations/{id}/end": async (world, location) => {
    const path = `/companies/${location}/evacuations`;
    const { _id } = await made(world.post(path, { drill: true }));
    return { path: `${path}/${_id}/end`, events: [] };
  },
  "POST /visitees": async (_world, location) => ({ path: "/visitees", body: host(location), events: [] }),
  "PUT /visitees/{id}": onNew("/visitees", host, { cn: "Ann P.", odd: [1] }),
  "DELETE /visitees/{id}": onNew("/visitees", host),
  "POST /companies/{company_id}/visitees/bulk": on("/companies/{company_id}/visitees/bulk", [{ cn: "Eve" }]),
  "POST /companies/{company_id}/visittypes": on("/companies/{company_id}/visittypes", named(), CONFIGURED),
  "PUT /companies/{company_id}/visittypes/{id}": onNew(
    "/companies/{company_id}/visittypes",
    named,
    { name: "Two", index: 3 },
    CONFIGURED,
  ),
  "DELETE /companies/{company_id}/visittypes/{id}": onNew(
    "/companies/{company_id}/visittypes",
    named,
    undefined,
    CONFIGURED,
  ),
  "POST /companies/{company_id}/entrypoints": on("/companies/{company_id}/entrypoints", named(), CONFIGURED),
  "PUT /companies/{company_id}/entrypoints/{id}": onNew(
    "/companies/{company_id}/entrypoints",
    named,
    { name: "Two", active: false },
    CONFIGURED,
  ),
  "DELETE /companies/{company_id}/entrypoints/{id}": onNew(
    "/companies/{company_id}/entrypoints",
    named,
    undefined,
    CONFIGURED,
  ),
  "POST /companies/{company_id}/entrypoints/{id}/poster": async (world, location) => {
    const { _id } = await made(world.post(`/companies/${location}/entrypoints`, named()));
    return { path: `/companies/${location}/entrypoints/${_id}/poster`, events: CONFIGURED };
  },
  "POST /companies/{company_id}/erasurerequests/{id}/confirm": async (world, location) => ({
    path: `/companies/${location}/erasurerequests/${await askedErasure(world, location)}/confirm`,
    events: [],
  }),
  "POST /companies/{company_id}/erasurerequests/{id}/decline": async (world, location) => ({
    path: `/companies/${location}/erasurerequests/${await askedErasure(world, location)}/decline`,
    events: [],
  }),
  "POST /companies/{company_id}/devices": async (world, location) => ({
    path: `/companies/${location}/devices`,
    body: { code: (await showCode(world)).code },
    events: ["device_added"],
  }),
  "PUT /companies/{company_id}/devices/{id}": async (world, location) => {
    const { device } = await pairKiosk(world, location);
    return { path: `/companies/${location}/devices/${device._id}`, body: { name: "Left" }, events: [] };
  },
  "POST /companies/{company_id}/undelivered/{id}/again": async (world, location) => ({
    path: `${await undelivered(world, location)}/again`,
    events: [],
  }),
  "DELETE /companies/{company_id}/undelivered/{id}": async (world, location) => ({
    path: await undelivered(world, location),
    events: [],
  }),
  "DELETE /companies/{company_id}/devices/{id}": async (world, location) => {
    const { device } = await pairKiosk(world, location);
    return { path: `/companies/${location}/devices/${device._id}`, events: ["device_deleted"] };
  },
  "POST /companies/{company_id}/agreements": on("/companies/{company_id}/agreements", named(), CONFIGURED),
  "PUT /companies/{company_id}/agreements/{agreement_id}": onNew(
    "/companies/{company_id}/agreements",
    named,
    { agreement_text: { en: "Be kind" }, expiry_days: 30 },
    CONFIGURED,
  ),
  "DELETE /companies/{company_id}/agreements/{agreement_id}": onNew(
    "/companies/{company_id}/agreements",
    named,
    undefined,
    CONFIGURED,
  ),
  "POST /companies/{company_id}/webhooks": async (world) => ({
    path: `/companies/${await withWebhook(world)}/webhooks`,
    body: { url: "http://127.0.0.1:9/other" },
    events: [],
  }),
  "PUT /companies/{company_id}/webhooks": async (world) => ({
    path: `/companies/${await withWebhook(world)}/webhooks`,
    body: { auth_username: "ann" },
    events: [],
  }),
  "DELETE /companies/{company_id}/webhooks": async (world) => ({
    path: `/companies/${await withWebhook(world)}/webhooks`,
    events: [],
  }),
  "POST /companies/{company_id}/webhooks/replay": async (world) => ({
    path: `/companies/${await withWebhook(world)}/webhooks/replay`,
    body: { since: "2026-01-01T00:00:00Z" },
    events: [],
  }),
  "POST /companies/{company_id}/webhooks/secret": async (world) => ({
    path: `/companies/${await withWebhook(world)}/webhooks/secret`,
    events: [],
  }),
  "POST /companies/{company_id}/webhooks/test": async (world) => ({
    path: `/companies/${await withWebhook(world)}/webhooks/test`,
    events: [],
  }),
  "POST /companies/{company_id}/webhooks/deliveries/{id}/replay": async (world) => {
    const path = `/companies/${await withWebhook(world)}/webhooks`;
    const { _id } = await made(world.post(`${path}/test`));
    return { path: `${path}/deliveries/${_id}/replay`, events: [] };
  },
  "POST /companies/{company_id}/outbox/{id}/resend": async (world) => {
    const location = await buildLocation(world);
    return {
      path: `/companies/${location}/outbox/${await failedMessage(world, location)}/resend`,
      body: {},
      events: [],
    };
  },
  "PUT /companies/{company_id}/monthlyreport": async (world) => ({
    path: `/companies/${await buildLocation(world)}/monthlyreport`,
    body: { subscribed: true },
    events: [],
  }),
  "POST /system/testmessage": on("/system/testmessage", { kind: "mail", to: "ann@example.org" }),
  "POST /users": async (_world, location) => ({ path: "/users", body: user(location), events: [] }),
  "PUT /users/{id}": onNew("/users", user, { first_name: "Eve", language_id: "nl" }),
  "DELETE /users/{id}": onNew("/users", user),
  "DELETE /users/{id}/factors": async (world, location) => {
    const { _id } = await made(world.post("/users", user(location)));
    await world.db.pool.query(
      "insert into second_factors (_id, user_id, kind, create_date, mod_date) values ($1, $2, 'totp', now(), now())",
      [newId(), _id],
    );
    return { path: `/users/${_id}/factors`, events: [] };
  },
  // Not of the caller's role, who has none and calls by Basic.
  "PUT /loginrules": on("/loginrules", { second_factor_roles: ["security_guard"] }),
  "POST /apikeys": async (_world, location) => ({ path: "/apikeys", body: key(location), events: [] }),
  "PUT /apikeys/{id}": onNew("/apikeys", key, { name: "other", ip_ranges: ["203.0.113.0/24"] }),
  "DELETE /apikeys/{id}": onNew("/apikeys", key),
  "POST /idpcredentials": async (_world, location) => ({
    path: "/idpcredentials",
    body: application(location),
    events: [],
  }),
  "PUT /idpcredentials/{id}": onNew("/idpcredentials", application, { name: "other" }),
  "DELETE /idpcredentials/{id}": onNew("/idpcredentials", application),
  "POST /directories": async () => ({ path: "/directories", body: { kind: "scim", name: "Entra ID" }, events: [] }),
  "PUT /directories/{id}": onDirectory("", { name: "other" }),
  "DELETE /directories/{id}": onDirectory(""),
  "POST /directories/{id}/tokens": onDirectory("/tokens"),
  "DELETE /directories/{id}/tokens/{token_id}": async (world) => {
    const { path } = await onDirectory("/tokens")(world);
    return { path: `${path}/${(await made(world.post(path)))._id}`, events: [] };
  },
  "PUT /directories/{id}/rules": async (world, location) =>
    onDirectory("/rules", [{ everyone: true, hosts_at: [location] }])(world),
  "PUT /directories/{id}/people": onDirectory("/people", [{ external_id: "1", first_name: "Ann" }]),
  "POST /directories/{id}/sync": onDirectory("/sync", { dry_run: false }),
  "POST /directories/{id}/test": async (world) => {
    const settings = { preset: "openldap", url: "ldap://127.0.0.1:1", people_base: "dc=example,dc=org" };
    const { _id } = await made(world.post("/directories", { kind: "ldap", name: "AD", settings }));
    return { path: `/directories/${_id}/test`, events: [] };
  },
  "POST /loginproviders": on("/loginproviders", { name: "Entra ID" }),
  "PUT /loginproviders/{id}": onNew("/loginproviders", () => ({ name: "Entra ID" }), { name: "other" }),
  "DELETE /loginproviders/{id}": onNew("/loginproviders", () => ({ name: "Entra ID" })),
  "POST /loginproviders/{id}/test": async (world) => {
    const { _id } = await made(world.post("/loginproviders", { name: "Entra ID" }));
    return { path: `/loginproviders/${_id}/test`, events: [] };
  },
};
