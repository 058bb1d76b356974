import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { ERROR_CODES, type ErrorCode } from "../../shared/error-codes.ts";
import { newId } from "../../server/platform/lib/record/ids.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Visitor } from "../server/areas/sessions/visitor.ts";
import { arrive, buildAgreement, PICTURE, type Site } from "../support/door.ts";
import { type Answer, type Body, buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";
import { setupToken } from "../../server/areas/setup/link.ts";
import { ASK_AGAIN_MAX } from "../../server/jobs/notifications/contract.ts";
import { ASK_AGAIN_MINUTES } from "../../shared/ask-again.ts";
import { urlOf } from "../cli/foyer.ts";
import {
  backUp,
  cleanUpPlaces,
  connectionTo,
  inDatabase,
  newFolder,
  newMigrated,
} from "../server/jobs/backup/places.ts";
import { until } from "../support/run/process.ts";
import { OWNER } from "../support/database/server.ts";
import { hang, openReceiver } from "../server/resources/webhooks/receiver.ts";

/** What an error answers: its status, and the body with `code` and perhaps `field`. */
type Refusal = Pick<Answer, "status" | "body">;

/** One request that provokes an error code. */
type Provocation = (world: World, site: Site) => Promise<Refusal>;

const JSON_TYPE = { "content-type": "application/json" };

/** A call whose statement waits for a lock, until the database ends it with this function. */
const interrupted = async (
  world: World,
  by: "pg_cancel_backend" | "pg_terminate_backend",
  table: "hosts" | "visits",
  call: () => Promise<Answer>,
) => {
  const { pool } = world.db;
  const holder = await pool.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    const answer = call();
    const end = `select ${by}(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await pool.query(end)).rowCount === 0) await pause(20);
    return await answer;
  } finally {
    await holder.query("rollback");
    holder.release();
  }
};

const interruptedHost = (world: World, { location }: Site, by: "pg_cancel_backend" | "pg_terminate_backend") =>
  interrupted(world, by, "hosts", () => world.post("/visitees", { company_id: location, cn: "Waits" }));

const searchWhileIndexing = async (world: World, { location }: Site): Promise<Answer> => {
  const { pool } = world.db;
  await pool.query("insert into visits_to_index (company_id) values ($1)", [location]);
  try {
    return await interrupted(world, "pg_cancel_backend", "visits", () =>
      world.get(`/visitors/bycompany/${location}?count=1&page=1&filter[last_name]=x`),
    );
  } finally {
    await pool.query("delete from visits_to_index");
  }
};

/** Repeats a request with its Idempotency-Key, changed or after a change of what it made. */
const repeated = async (
  world: World,
  { location }: Site,
  second: object,
  between?: (made: Body) => Promise<unknown>,
) => {
  const headers = { "idempotency-key": randomUUID() };
  const body = { company_id: location, first_name: "Once" };
  const { body: made } = await world.post("/visitors", body, { headers });
  await between?.(made);
  return world.post("/visitors", { ...body, ...second }, { headers });
};

const signedIn = async (world: World) => {
  const account = await buildAccount(world, { role: "global_admin" });
  const visitor = makeVisitor(world, newAddress());
  await visitor.signIn(account.email, PASSWORD);
  return { account, visitor };
};

const changePassword = async (world: World, current_password: string, password: string) =>
  (await signedIn(world)).visitor.send("PUT", "/session/password", { body: { current_password, password } });

const confirmBy = async (world: World, body: object) =>
  (await signedIn(world)).visitor.send("POST", "/session/confirm", { body });

/** Removes the only second factor of a user whose role needs one, and lets no role need one after that. */
const removeLastFactor = async (world: World) => {
  const { account, visitor } = await signedIn(world);
  const { pool } = world.db;
  const id = newId();
  await pool.query(
    "insert into second_factors (_id, user_id, kind, create_date, mod_date) values ($1, $2, 'totp', now(), now())",
    [id, account._id],
  );
  await pool.query("insert into login_rules values ($1, '{global_admin}', now(), now())", ["0".repeat(24)]);
  const answer = await visitor.send("DELETE", `/session/factors/${id}`);
  await pool.query("delete from login_rules");
  return answer;
};

/** Takes a sign-in back that another user made in the console, or the same one, once this has happened. */
const takeBackLate = async (
  world: World,
  { location }: Site,
  happened: (visit: string) => Promise<unknown>,
  own = true,
) => {
  const logIn = async (): Promise<Visitor> => {
    const { email } = await buildAccount(world, { companies: [location] });
    const visitor = makeVisitor(world, newAddress());
    await visitor.signIn(email, PASSWORD);
    return visitor;
  };
  const [first, second] = [await logIn(), await logIn()];
  const { body } = await first.send("POST", "/api/visitors", {
    body: { company_id: location, last_name: "Late" },
  });
  await happened(body._id);
  return (own ? first : second).send("POST", `/api/visitors/${body._id}/takeback`);
};

/** A second test call of a webhook while the first one waits for its receiver. */
const callTwice = async (world: World) => {
  const receiver = await openReceiver();
  receiver.behave.run = hang;
  const path = `/companies/${await buildLocation(world)}/webhooks`;
  await world.post(path, { url: receiver.url });
  const first = world.post(`${path}/test`, {});
  await receiver.calls(1);
  const second = await world.post(`${path}/test`, {});
  await receiver.close();
  await first;
  return second;
};

const signOldSession = async (world: World) => {
  const { account, visitor } = await signedIn(world);
  await world.db.pool.query("update sessions set confirmed = confirmed - interval '1 day' where user_id = $1", [
    account._id,
  ]);
  return visitor.send("DELETE", `/api/users/${newId()}`);
};

const readLargeAudit = async (world: World) => {
  const location = await buildLocation(world);
  for (let n = 0; n < 68; n += 1) await buildVisit(world, location);
  await world.db.pool.query(
    `update log_bodies set body = '{"after":{"text":"' || repeat('x', 260000) || '"}}' where company_id = $1`,
    [location],
  );
  return world.get(`/companies/${location}/audit`);
};

const changeWithFullCounter = async (world: World, { host }: Site) => {
  await world.db.pool.query("update hosts set rev = 2147483647 where _id = $1", [host._id]);
  return world.put(`/visitees/${host._id}`, { mobile: "+32470" });
};

/** PostgreSQL says so itself: a trigger raises what a full disk raises. */
const writeToFullDisk = async (world: World, { location }: Site) => {
  await world.db.pool.query(
    `create function full_disk() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
     create trigger full_disk before insert on entry_points execute function full_disk()`,
  );
  return world.post(`/companies/${location}/entrypoints`, { name: "Full" });
};

const signDocumentAtTheEnd = async (world: World, site: Site) => {
  const { _id } = await buildAgreement(world, site);
  const visit = await buildVisit(world, site.location, { agreements: [_id], signature: PICTURE });
  await world.context.documents.stop();
  return world.get(`/visitors/${visit._id}/agreements/${_id}/pdf`);
};

/** A visit that awaits approval. @param visit such as the address of its host */
const screenedVisit = async (world: World, { location }: Site, visit: object = {}): Promise<Body> => {
  const { body: type } = await world.post(`/companies/${location}/visittypes`, { name: "Screened", screening: true });
  return buildVisit(world, location, { visit_type: type._id, notify_host: false, ...visit });
};

const decideTwice = async (world: World, site: Site, decision: "approve" | "reject") => {
  const path = `/visitors/${(await screenedVisit(world, site))._id}/${decision}`;
  await world.post(path, {});
  return world.post(path, {});
};

const askHost = (world: World, { location }: Site, visit: string) =>
  world.post(`/companies/${location}/visitors/${visit}/ask`);

/** Asks a host this many times, each after the pause, and once more without it. */
const askRepeatedly = async (world: World, site: Site, times: number) => {
  const { _id } = await screenedVisit(world, site, { recipient_mail: "host@example.org", notify_host: true });
  const { clock } = world;
  clock.frozen = true;
  for (let time = 0; time < times; time += 1) {
    clock.now += ASK_AGAIN_MINUTES * 60_000;
    await askHost(world, site, _id);
  }
  const last = await askHost(world, site, _id);
  clock.frozen = false;
  return last;
};

const signInTwice = async (world: World, { location: company_id }: Site) => {
  const { body } = await world.post("/knownvisitors", { company_id, first_name: "Lena", last_name: "Weber" });
  const visit = { company_id, known_visitor_id: body._id };
  await world.post("/visitors", visit);
  return world.post("/visitors", visit);
};

/** Creates the first administrator while a backup is being restored, on an installation without users. */
const setUpWhileRestoring = async () => {
  const folder = await newFolder();
  const database = await newMigrated();
  const env = { DATABASE_URL: await urlOf(database, OWNER), BACKUP_DIR: folder };
  const empty = await makeWorld({ database, asOwner: true, env });
  await backUp(empty, folder, "first.foyer");
  await inDatabase(await connectionTo(database), (client) => client.query("delete from users"));
  const token = setupToken(empty.context.secretKey, empty.context.now());
  const account = { token, email: "first@example.org", password: PASSWORD };
  const send = (url: string, payload: object) => empty.app.inject({ method: "POST", url, payload });
  await send("/setup/restore", { token, name: "first.foyer", confirm: true });
  const answer = await send("/setup/administrator", account);
  await until("the restore", async () =>
    (await send("/setup/restore/progress", { token })).json().state === "running" ? undefined : true,
  );
  await empty.close();
  await cleanUpPlaces();
  return { status: answer.statusCode, body: answer.json() };
};

/** A directory with one person, who is a host. */
const listedHost = async (world: World, location: string): Promise<{ directory: string }> => {
  const { body } = await world.post("/directories", { kind: "csv", name: "List" });
  const path = `/directories/${body._id}`;
  await world.put(`${path}/rules`, [{ everyone: true, hosts_at: [location] }]);
  await world.put(`${path}/people`, [{ external_id: "1", first_name: "Ann" }]);
  await world.post(`${path}/sync`, { dry_run: false });
  return { directory: body._id };
};

/** An import that has not been run. */
const sentFile = async (world: World, location: string): Promise<string> => {
  const headers = { "content-type": "text/csv" };
  const path = `/companies/${location}/imports`;
  const { body } = await world.call("POST", `${path}?target=hosts`, {
    raw: "name,email\nAnn,ann@example.org\n",
    headers,
  });
  return `${path}/${body._id}`;
};

/** A visit that waits for security. */
const heldVisit = async (world: World, company_id: string): Promise<{ visit: string; hit: string }> => {
  const lists = `/companies/${company_id}/watchlists`;
  const { body: list } = await world.post(lists, { name: "Barred", kind: "denied" });
  const review_on = new Date(world.context.now() + 86_400_000).toISOString().slice(0, 10);
  await world.post(`${lists}/${list._id}/entries`, { names: ["Mal Ory"], reason_code: "threat", review_on });
  const type = await world.post(`/companies/${company_id}/visittypes`, { name: "W", screening: true, watchlist: true });
  const person = { first_name: "Mal", last_name: "Ory", visit_type: type.body._id };
  const { body: visit } = await world.post("/visitors", { company_id, ...person });
  const { body: hits } = await world.get(`${lists}/hits?count=1&page=1`);
  return { visit: visit._id, hit: `${lists}/hits/${hits[0]._id}` };
};

/** For each code a request that provokes it, in the order in which they are sent: the last ones leave the service broken. */
export const PROVOCATIONS: Record<ErrorCode, { status: number; field?: string; send: Provocation }> = {
  unreadable_body: { status: 400, send: (world) => world.call("POST", "/visitors", { raw: "{", headers: JSON_TYPE }) },
  missing_body: { status: 400, send: (world) => world.call("POST", "/visitors") },
  missing_key: {
    status: 400,
    field: "count",
    send: (world, { location }) => world.get(`/visitors/bycompany/${location}?page=1`),
  },
  unknown_key: {
    status: 400,
    field: "settings.nonsense",
    send: (world, { location }) => world.put(`/companies/${location}`, { settings: { nonsense: 1 } }),
  },
  wrong_format: {
    status: 400,
    field: "mail",
    send: (world, { host }) => world.put(`/visitees/${host._id}`, { mail: "no address" }),
  },
  not_storable: {
    status: 400,
    field: "search",
    send: (world, { location }) => world.get(`/visitors/bycompany/${location}?count=1&page=1&search=%00`),
  },
  out_of_range: { status: 400, send: changeWithFullCounter },
  too_large: {
    status: 400,
    field: "x".repeat(128),
    send: (world, { host }) => world.put(`/visitees/${host._id}`, { ["x".repeat(129)]: 1 }),
  },
  too_many: {
    status: 400,
    field: "k200",
    send: (world, { location: company_id }) =>
      world.post("/visitees", {
        company_id,
        cn: "Many",
        ...Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, n])),
      }),
  },
  too_few: {
    status: 400,
    field: "fields[0].options",
    send: (world, { location }) =>
      world.post(`/companies/${location}/visittypes`, {
        name: "One",
        fields: [{ label: "Pick", type: "dropdown", options: ["only"] }],
      }),
  },
  page_too_large: { status: 400, field: "count", send: readLargeAudit },
  unknown_reference: {
    status: 400,
    field: "visit_type",
    send: (world, { location }) => world.post("/visitors", { company_id: location, visit_type: newId(location) }),
  },
  already_taken: {
    status: 400,
    field: "email",
    send: (world, { location }) =>
      world.post("/users", {
        email: "admin@example.org",
        password: PASSWORD,
        role: "employee",
        companies: [location],
      }),
  },
  not_removable: {
    status: 400,
    field: "role",
    send: async (world) => world.put(`/users/${(await buildAccount(world))._id}`, { role: null }),
  },
  not_public: {
    status: 400,
    field: "url",
    send: (world, { location }) => world.post(`/companies/${location}/webhooks`, { url: "http://10.0.0.1/" }),
  },
  credentials_in_url: {
    status: 400,
    field: "url",
    send: (world, { location }) => world.post(`/companies/${location}/webhooks`, { url: "https://a:b@example.org/" }),
  },
  in_the_future: {
    status: 400,
    field: "signed_in",
    send: (world, { location }) => world.post("/visitors", { company_id: location, signed_in: "2999-01-01T00:00:00Z" }),
  },
  wrong_order: {
    status: 400,
    field: "signed_out",
    send: (world, { location }) =>
      world.post("/visitors", {
        company_id: location,
        signed_in: "2026-01-02T00:00:00Z",
        signed_out: "2026-01-01T00:00:00Z",
      }),
  },
  approval_not_needed: {
    status: 400,
    send: async (world, { location }) => world.post(`/visitors/${(await buildVisit(world, location))._id}/approve`, {}),
  },
  already_approved: { status: 400, send: (world, site) => decideTwice(world, site, "approve") },
  already_rejected: { status: 400, send: (world, site) => decideTwice(world, site, "reject") },
  awaits_another_decision: {
    status: 400,
    send: async (world, { location }) => {
      const { visit } = await heldVisit(world, location);
      return world.post(`/visitors/${visit}/approve`, {});
    },
  },
  already_decided: {
    status: 400,
    send: async (world, { location }) => {
      const { hit } = await heldVisit(world, location);
      await world.post(`${hit}/decide`, { outcome: "let_in", reason: "Known" });
      return world.post(`${hit}/decide`, { outcome: "refused", reason: "Late" });
    },
  },
  visitor_left: {
    status: 400,
    field: "id",
    send: async (world, site) => {
      const { _id } = await screenedVisit(world, site);
      await world.post(`/visitors/${_id}/signout`);
      return askHost(world, site, _id);
    },
  },
  takeback_over: {
    status: 400,
    send: (world, site) =>
      takeBackLate(world, site, () =>
        world.db.pool.query("update held_sign_ins set begun = begun - interval '2 minutes'"),
      ),
  },
  not_own_sign_in: { status: 400, send: (world, site) => takeBackLate(world, site, () => Promise.resolve(), false) },
  already_notified: {
    status: 400,
    send: (world, site) =>
      takeBackLate(world, site, (visit) =>
        world.db.pool.query(
          `insert into messages (company_id, _id, kind, recipient, template, parameters, state, subject_id, create_date)
           values ($1, 'm', 'mail', 'x@example.org', 'visitor_arrived', '{}', 'sent', $2, now())`,
          [site.location, visit],
        ),
      ),
  },
  visitor_inside: { status: 400, field: "known_visitor_id", send: signInTwice },
  asked_too_soon: { status: 400, field: "id", send: (world, site) => askRepeatedly(world, site, 1) },
  asked_too_often: { status: 400, field: "id", send: (world, site) => askRepeatedly(world, site, ASK_AGAIN_MAX) },
  no_approver_address: {
    status: 400,
    field: "id",
    send: async (world, site) => askHost(world, site, (await screenedVisit(world, site))._id),
  },
  wrong_import_state: {
    status: 400,
    send: async (world, { location }) => world.post(`${await sentFile(world, location)}/undo`),
  },
  restore_running: { status: 400, send: setUpWhileRestoring },
  from_directory: {
    status: 400,
    field: "cn",
    send: async (world, { location }) => {
      const { directory } = await listedHost(world, location);
      const { body } = await world.get(`/visitees/bycompany/${location}`);
      const host = body.find(({ directory_id }: Body) => directory_id === directory);
      return world.put(`/visitees/${host._id}`, { cn: "Another" });
    },
  },
  wrong_directory_kind: {
    status: 400,
    send: async (world) => {
      const { body } = await world.post("/directories", { kind: "csv", name: "List" });
      return world.post(`/directories/${body._id}/tokens`);
    },
  },
  directory_unreadable: {
    status: 400,
    send: async (world) => {
      // A port of this machine without a listener; the world of these tests allows it.
      const settings = { preset: "openldap", url: "ldap://127.0.0.1:1", people_base: "dc=example,dc=org" };
      const { body } = await world.post("/directories", { kind: "ldap", name: "LDAP", settings });
      return world.post(`/directories/${body._id}/sync`);
    },
  },
  last_administrator: {
    status: 400,
    send: async (world) => {
      const { body } = await world.get("/users/me");
      return world.put(`/users/${body._id}`, { active: false });
    },
  },
  confirm_needed: {
    status: 400,
    field: "name",
    send: (world, { location }) => world.call("DELETE", `/companies/${location}`, { body: { name: "Another" } }),
  },
  not_confirmed: { status: 400, send: signOldSession },
  wrong_password: {
    status: 400,
    field: "current_password",
    send: (world) => changePassword(world, "another password", "seven green umbrellas"),
  },
  wrong_code: { status: 400, field: "code", send: (world) => confirmBy(world, { code: "000000" }) },
  wrong_passkey: { status: 400, field: "passkey", send: (world) => confirmBy(world, { passkey: { id: "x" } }) },
  took_too_long: {
    status: 400,
    send: (world) => makeVisitor(world, newAddress()).send("POST", "/session/code", { body: { code: "000000" } }),
  },
  second_factor_needed: {
    status: 400,
    send: async (world) => (await signedIn(world)).visitor.send("POST", "/session/factors/codes"),
  },
  last_second_factor: { status: 400, send: removeLastFactor },
  no_passkeys: {
    status: 400,
    send: (world) => makeVisitor(world, newAddress()).send("POST", "/session/passkey/options"),
  },
  guessable_password: {
    status: 400,
    field: "password",
    send: (world) => changePassword(world, PASSWORD, "passwordpassword"),
  },
  link_ended: {
    status: 400,
    field: "token",
    send: (world) =>
      makeVisitor(world, newAddress()).send("POST", "/session/password", {
        body: { token: "none", password: PASSWORD },
      }),
  },
  agreement_changed: {
    status: 400,
    field: "agreements",
    send: (world, site) =>
      arrive(world, site, { agreements: [{ _id: newId(site.location), version: 1 }], signed_name: "Jo" }),
  },
  wrong_answer: {
    status: 400,
    field: "nonsense",
    send: (world, site) => arrive(world, site, { answers: { nonsense: "x" } }),
  },
  idempotency_key_reused: {
    status: 400,
    field: "Idempotency-Key",
    send: (world, site) => repeated(world, site, { first_name: "Other" }),
  },
  unreadable_request: { status: 400, send: (world) => world.get("/visitors/%zz") },
  not_found: { status: 404, send: (world, { location }) => world.get(`/visitors/${newId(location)}`) },
  erased: {
    status: 404,
    send: (world, site) => repeated(world, site, {}, ({ _id }) => world.remove(`/visitors/${_id}`)),
  },
  no_such_endpoint: { status: 404, send: (world) => world.get("/nothing") },
  no_webhooks: {
    status: 404,
    send: async (world) => world.get(`/companies/${await buildLocation(world, { tier: "starter" })}/webhooks`),
  },
  changed: {
    status: 412,
    send: (world, { host }) =>
      world.put(`/visitees/${host._id}`, { mobile: "1" }, { headers: { "if-match": '"another"' } }),
  },
  body_too_large: {
    status: 413,
    send: (world) => world.call("POST", "/users", { raw: " ".repeat(1024 * 1024 + 1), headers: JSON_TYPE }),
  },
  unsupported_media_type: {
    status: 415,
    send: (world) => world.call("POST", "/visitors", { raw: "x", headers: { "content-type": "text/plain" } }),
  },
  database_unavailable: { status: 503, send: (world, site) => interruptedHost(world, site, "pg_terminate_backend") },
  query_too_slow: { status: 503, send: (world, site) => interruptedHost(world, site, "pg_cancel_backend") },
  indexing: { status: 503, send: searchWhileIndexing },
  disk_full: { status: 503, send: writeToFullDisk },
  busy: { status: 503, send: (world) => callTwice(world) },
  stopping: { status: 503, send: signDocumentAtTheEnd },
};

/** The closed list, which the table above must cover. */
export const CODES = Object.keys(ERROR_CODES) as ErrorCode[];
