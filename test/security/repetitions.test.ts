import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";

import type { Endpoint } from "../../server/platform/http/contract/contract.ts";
import { hostMark } from "../../server/resources/messages/host-link.ts";
import { signToken } from "../../server/platform/lib/secret/signed-token.ts";
import { passwordLink } from "../../server/platform/auth/passwords/password-link.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD } from "../server/areas/sessions/visitor.ts";
import { arrival, arrive, buildSite, newestVisit, type Site } from "../support/door.ts";
import { showCode } from "../support/kiosk.ts";
import { badgeOf, inviteLeader, inviteVisitor, posterOf, visitorCall } from "../support/visitor.ts";
import { ADMIN, bearer, buildRegistered, type CallOptions, makeWorld, type World } from "../support/world.ts";
import { factorSenders, LOCAL } from "./factor-requests.ts";
import { areaWrites } from "./area-routes.ts";
import { pathsOf, textsOf } from "./paths.ts";
import { nameOf, requestOf, rowOf } from "./requests.ts";
import { scimSenders } from "./scim-requests.ts";
import { makeObject, makeTenant, type Tenant } from "./tenant.ts";

/** What an answer shows: its fields, its texts, the cookies it sets. */
type Seen = { status: number; fields: string[]; texts: string[]; cookies: string[] };
type Send = () => Promise<Seen>;

const world: World = await makeWorld({ env: { PUBLIC_URL: LOCAL } });
const routes = await areaWrites(world);
let site: Site;
let poster: string;
let tenant: Tenant;

before(async () => {
  Object.assign(world.clock, { frozen: true, now: Date.now() });
  site = await buildSite(world, { screening: true });
  poster = await posterOf(world, site.location, site.door);
  tenant = await makeTenant(world);
});
beforeEach(() => world.db.pool.query("delete from refusals"));
after(() => world.close());

const cookiesIn = (header: unknown): string[] =>
  (Array.isArray(header) ? header : [header])
    .filter((line) => typeof line === "string")
    .map((line) => line.split("=", 1)[0] ?? "");

const seenIn = (status: number, text: string, headers: Record<string, unknown>): Seen => {
  const body: unknown = /^application\/(scim\+)?json/.test(String(headers["content-type"])) ? JSON.parse(text) : {};
  return { status, fields: pathsOf(body), texts: textsOf(body), cookies: cookiesIn(headers["set-cookie"]) };
};

/** A call of a route outside `/api`. */
const sender =
  (route: string, as: Record<string, string>, payload: Record<string, unknown> = {}): Send =>
  async () => {
    const [method = "", url = ""] = route.split(" ");
    const { statusCode, body, headers } = await world.app.inject({
      method: method as "POST",
      url,
      headers: as,
      payload,
    });
    return seenIn(statusCode, body, headers);
  };

const browser = async (route: string, payload: Record<string, unknown> = {}): Promise<Send> => {
  const { email } = await buildAccount(world);
  const visitor = makeVisitor(world, newAddress());
  const { body } = await visitor.signIn(email, PASSWORD);
  const other = makeVisitor(world, newAddress());
  await other.signIn(email, PASSWORD);
  const sessions = (await visitor.send("GET", "/session/list")).body;
  const [method = "", path = ""] = route.split(" ");
  const link = await passwordLink(world.context, world.db, body.user._id);
  const filled: Record<string, unknown> = { email, token: new URL(link ?? "").searchParams.get("token") };
  const id = sessions.find(({ current }: { current: boolean }) => !current)._id;
  const sent = Object.fromEntries(Object.entries(payload).map(([key, value]) => [key, value ?? filled[key]]));
  return async () => {
    const { status, text, headers } = await visitor.send(method, path.replace(":id", id), { body: sent });
    return seenIn(status, text, headers);
  };
};

const atKiosk = (route: string, payload: Record<string, unknown>): Send => sender(route, site.kiosk.as, payload);
const onPhone = (route: string, payload: Record<string, unknown>): Send => sender(route, bearer(poster), payload);

const EXPECTED = { first_name: "Rosa", last_name: "Known" };
const expected = async (at: typeof atKiosk, route: string): Promise<Send> => {
  const name = { ...EXPECTED, last_name: `Known ${randomUUID()}` };
  await buildRegistered(world, site.location, { ...name, company: "Acme" });
  return at(route, name);
};
const invited = async (at: typeof atKiosk, route: string): Promise<Send> =>
  at(route, { code: (await inviteVisitor(world, site.location)).token });
const stateOf = async (at: typeof atKiosk, route: string): Promise<Send> =>
  at(route, { token: (await arrive(world, site)).body.token });
const leaving = async (at: typeof atKiosk, route: string): Promise<Send> =>
  at(route, { client_ref: randomUUID(), code: (await arrive(world, site)).body.code });
const waiting = async (route: string): Promise<Send> => {
  const { code, token } = await showCode(world);
  await world.post(`/companies/${site.location}/devices`, { code, name: "Second" });
  return sender(route, {}, { token });
};
const deciding = async (route: string): Promise<Send> => {
  await arrive(world, site);
  const { _id, recipient } = await newestVisit(world, site);
  const subject = `${site.location}-${_id}-${hostMark(_id, recipient ?? null)}`;
  const token = signToken(world.context.secretKey, "decide", subject, world.clock.now + 60_000);
  return sender(`${route}?token=${token}`, {}, { choice: "approve" });
};
const NEW = "another-long-password-1";
const sent_at = "2026-01-01T00:00:00Z";
const item = { ref: "1", kind: "sign_in", queued_at: sent_at, name: "Jo", tries: 1 };

/** A first request of each route that writes. A sign-in and a sign-out have a test of their own: test/security/recognition.test.ts. */
const rows: Record<string, (route: string) => Send | Promise<Send>> = {
  "POST /decide": deciding,
  "POST /kiosk/api/expected": (route) => expected(atKiosk, route),
  "POST /kiosk/api/heartbeat": (route) => atKiosk(route, { app_version: "1" }),
  "POST /kiosk/api/pairing": (route) => sender(route, {}),
  "POST /kiosk/api/pairing/poll": waiting,
  "POST /kiosk/api/recognise": (route) => invited(atKiosk, route),
  "POST /kiosk/api/signout": (route) => leaving(atKiosk, route),
  "POST /kiosk/api/undelivered": (route) => atKiosk(route, { sent_at, items: [item] }),
  "POST /kiosk/api/visits": (route) => atKiosk(route, arrival(site)),
  "POST /kiosk/api/visits/companion": (route) => atKiosk(route, { client_ref: "12345678-companion" }),
  "POST /kiosk/api/visits/state": (route) => stateOf(atKiosk, route),
  "POST /visit/api/data/erasure": async (route) => {
    await arrive(world, site);
    return sender(route, bearer(badgeOf(world, site.location, (await newestVisit(world, site))._id)));
  },
  "POST /visit/api/expected": (route) => expected(onPhone, route),
  "POST /visit/api/invitation/group/members": async (route) =>
    sender(route, bearer((await inviteLeader(world, site.location)).token), EXPECTED),
  "POST /visit/api/recognise": (route) => invited(onPhone, route),
  "POST /visit/api/signout": (route) => leaving(onPhone, route),
  "POST /visit/api/visits": (route) => onPhone(route, arrival(site)),
  "POST /visit/api/visits/state": (route) => stateOf(onPhone, route),
  "PUT /visit/api/invitation": async (route) => {
    const { token } = await inviteVisitor(world, site.location, { visit_type: site.type._id });
    return sender(route, bearer(token), { answers: { company: "Acme" }, draft: true });
  },
  "DELETE /visit/api/invitation/group/members/:id": async (route) => {
    const { token } = await inviteLeader(world, site.location);
    const { body } = await visitorCall(world, "POST", "/invitation/group/members", { token, body: EXPECTED });
    const { _id } = body.members.find(({ added }: { added: boolean }) => added);
    return sender(route.replace(":id", _id), bearer(token));
  },
  "DELETE /session": (route) => browser(route),
  "DELETE /session/all": (route) => browser(route),
  "DELETE /session/list/:id": (route) => browser(route),
  "POST /session": (route) => browser(route, { email: undefined, password: PASSWORD }),
  "POST /session/confirm": (route) => browser(route, { password: PASSWORD }),
  "POST /session/password": (route) => browser(route, { token: undefined, password: NEW }),
  "POST /session/password/forgot": (route) => browser(route, { email: undefined }),
  "PUT /session": (route) => browser(route, { first_name: "Ann" }),
  ...Object.fromEntries(
    Object.entries({ ...factorSenders(world), ...scimSenders(world) }).map(([route, prepare]) => [
      route,
      async () => {
        const send = await prepare();
        return async () => {
          const { status, text, headers } = await send();
          return seenIn(status, text, headers);
        };
      },
    ]),
  ),
  "PUT /session/password": (route) => browser(route, { current_password: PASSWORD, password: NEW }),
};

/** Where each request gets a text of its own: a new code, or words in place of the secret. */
const FRESH: ReadonlySet<string> = new Set([
  "POST /kiosk/api/pairing",
  "POST /companies/{company_id}/webhooks/secret",
  // Challenges, secrets and recovery codes; an app that is added again takes the place of the one before.
  "POST /session/confirm/options",
  "POST /session/factors/codes",
  "POST /session/factors/passkeys/options",
  "POST /session/factors/totp",
  "POST /session/factors/totp/setup",
  "POST /session/passkey/options",
  // A second name for the group: its answer lists both.
  "POST /visit/api/invitation/group/members",
]);

const beyond = (some: readonly string[], had: readonly string[]): string[] => some.filter((one) => !had.includes(one));

/** Fails where the second answer shows a field, a text or a cookie that the first did not. */
const assertNoMore = (first: Seen, second: Seen, label: string): void => {
  assert.ok(first.status < 400, `${label}: ${first.status} ${first.texts.join(" ")}`);
  if (second.status >= 400) return;
  assert.deepEqual(beyond(second.fields, first.fields), [], `${label}: fields`);
  assert.deepEqual(beyond(second.cookies, first.cookies), [], `${label}: cookies`);
  if (!FRESH.has(label)) assert.deepEqual(beyond(second.texts, first.texts), [], `${label}: texts`);
};

describe("every route outside /api that writes, sent again (rules 2)", () => {
  it("every one has a row, and every row a route", () => {
    assert.deepEqual(Object.keys(rows).toSorted(), routes);
  });

  for (const route of routes)
    it(`${route}: the second answer shows no more than the first`, async () => {
      const send = await rows[route]?.(route);
      assert.ok(send !== undefined, "add a row");
      assertNoMore(await send(), await send(), route);
    });
});

/** Fields that an answer shows once: secrets, and how long the one before works. */
const ONCE: Record<string, readonly string[]> = {
  "POST /apikeys": ["key"],
  "POST /companies/{company_id}/webhooks/secret": ["secret", "previous_secret_ends"],
  "POST /directories/{id}/tokens": ["token"],
};

const keyed = world.endpoints.filter(({ method }) => method === "POST" || method === "PUT");

/** Makes what can be taken back of a visit, as a session does; the caller here has none. */
const holdSignIn = (visit: string) =>
  world.db.pool.query(
    `insert into held_sign_ins (company_id, visit_id, user_id, begun)
     select company_id, _id, user_id, create_date from visits where company_id = $1 and _id = $2`,
    [tenant.location, visit],
  );

/** Makes the caller the host of a visit: `/me` is about own ones. */
const makeHost = (visit: string) =>
  world.db.pool.query("update visits set recipient_mail = $1 where _id = $2", [ADMIN.email, visit]);

/** A file is stored while it arrives, so its key covers the query alone. */
const isFile = ({ streamed }: Endpoint): boolean => streamed === true;

const subjectOf = async (endpoint: Endpoint): Promise<Tenant> => {
  const kind = rowOf(endpoint).object;
  if (kind === undefined) return tenant;
  const object = await makeObject(world, tenant, kind);
  if (endpoint.operationId === "takeBackVisit") await holdSignIn(object);
  if (rowOf(endpoint).own === 404) await makeHost(object);
  return { ...tenant, shared: { ...tenant.shared, [kind]: object } };
};

describe("every endpoint that takes an Idempotency-Key, sent again with it (rules 2)", () => {
  for (const endpoint of keyed)
    it(`${nameOf(endpoint)}: the second answer shows no more than the first, and another body is refused`, async () => {
      const { method, path, options } = requestOf(endpoint, await subjectOf(endpoint));
      const send = async (more: CallOptions = {}): Promise<Seen> => {
        const { status, text, headers } = await world.call(method, path, {
          ...options,
          headers: { "idempotency-key": nameOf(endpoint) },
          ...more,
        });
        return seenIn(status, text, headers);
      };
      const first = await send();
      const second = await send();
      assertNoMore(first, second, nameOf(endpoint));
      const missing = beyond(first.fields, second.fields);
      assert.deepEqual(missing, ONCE[nameOf(endpoint)] ?? [], "what a repetition does not show again");
      if (!isFile(endpoint)) assert.equal((await send({ body: { another: "body" } })).status, 400);
    });
});
