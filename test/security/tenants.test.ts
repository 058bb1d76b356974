import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../server/platform/lib/record/ids.ts";
import type { Endpoint } from "../../server/platform/http/contract/contract.ts";
import { startProvider } from "../support/outside/provider.ts";
import { casesOf, sizeOf } from "../support/run/size.ts";
import { type Answer, buildKey, buildLocation, makeWorld, type World } from "../support/world.ts";
import { fingerprint, isAllowed, nameOf, requestOf, rowNames, rowOf } from "./requests.ts";
import type { Place, Row } from "./rows/row.ts";
import {
  type Caller,
  callersOf,
  consoleCallerOf,
  type Kind,
  makeObject,
  makeTenant,
  removedObjects,
  type Tenant,
  tokenCallersOf,
} from "./tenant.ts";

/** The place of an ID in a request. */
type Spot = Place | { names: Kind | "location"; in: "path" | "company_id" };
type Cell = { caller: Caller; endpoint: Endpoint; row: Row; spot: Spot; situation: string; id: string };

const provider = await startProvider();
const world: World = await makeWorld({ env: { IDP_AUTHORITY: provider.url } });
const a = await makeTenant(world);
const b = await makeTenant(world);
const removed = await makeTenant(world);
const gone = { a: await removedObjects(world, a), b: await removedObjects(world, b) };
const callers = [
  ...(await callersOf(world, a.location)),
  ...(await tokenCallersOf(world, provider, a.location)),
  await consoleCallerOf(world, a.location),
];
const admin: Caller = { name: "global_admin", as: world.admin, role: "global_admin", key: false };
await world.call("DELETE", `/companies/${removed.location}`, { body: { name: removed.canary } });

/** What outlives a location, for a global admin alone. */
const SURVIVING = new Set([
  "user",
  "api_key",
  "idp_credential",
  "directory",
  "csv_directory",
  "ldap_directory",
  "directory_token",
  "login_provider",
]);
const REFUSED = '403 {"error":"Invalid API key"}';
const seen = new Map<string, Set<string>>();
let cells = 0;

after(async () => {
  await world.close();
  await provider.stop();
});

/** What can be sent in place of an ID, by situation. */
const situations = (names: Kind | "location"): Record<string, string> => {
  if (names === "location")
    return {
      own: a.location,
      other: b.location,
      "other, upper case": b.location.toUpperCase(),
      removed: removed.location,
      "never existed": newId(),
      malformed: "not-an-id",
    };
  return {
    own: a.shared[names],
    other: b.shared[names],
    "other, upper case": b.shared[names].toUpperCase(),
    removed: gone.a[names],
    "removed elsewhere": gone.b[names],
    "of a removed location": removed.shared[names],
    "never existed": newId(),
    "never existed, own tag": newId(a.location),
    "never existed, other tag": newId(b.location),
    malformed: "not-an-id",
  };
};

const spotsOf = (endpoint: Endpoint, row: Row): Record<string, Spot> => ({
  ...(endpoint.path.includes("{company_id}") ? { "path location": { names: "location", in: "path" } as const } : {}),
  ...(row.object === undefined ? {} : { "path object": { names: row.object, in: "path" } as const }),
  ...(endpoint.method === "GET" || row.file !== undefined || Array.isArray(row.body?.(a))
    ? {}
    : { "body company_id": { names: "location", in: "company_id" } as const }),
  ...row.places,
});

/** The status the decisions ask for. */
const expected = ({ caller, endpoint, row, spot, situation }: Cell): number => {
  const all = caller.role === "global_admin";
  const survives = situation === "of a removed location" && SURVIVING.has(spot.names);
  const elsewhere = situation.startsWith("other") || survives;
  if (!isAllowed(row, caller)) return 403;
  if (situation === "own") return "own" in spot ? spot.own : (row.own ?? 200);
  if (spot.names === "location" && spot.in !== "query") return all && elsewhere ? (row.own ?? 200) : 403;
  if (!("foreign" in spot)) {
    if (situation === "malformed") return 400;
    return all && elsewhere && !endpoint.path.includes("{company_id}") ? (row.own ?? 200) : 404;
  }
  return situation === "malformed" ? spot.malformed : spot.foreign;
};

/** The tenant a request is about; what a success would use up is made for it alone. */
const subject = async (cell: Cell): Promise<Tenant> => {
  const { endpoint, row, spot, situation } = cell;
  const elsewhere = situation.startsWith("other") && spot.in === "path" && cell.caller === admin;
  const whole = elsewhere && !(spot.names !== "location" && endpoint.path.includes("{company_id}")) ? b : a;
  if (expected(cell) !== 200 || endpoint.method === "GET") return whole;
  if (row.removesLocation === true) return makeTenant(world);
  if (row.object === undefined) return whole;
  return { ...whole, shared: { ...whole.shared, [row.object]: await makeObject(world, whole, row.object) } };
};

const send = async (cell: Cell): Promise<Answer> => {
  const { endpoint, caller, row, spot, situation, id } = cell;
  const tenant = await subject(cell);
  const own = situation === "own" || (cell.caller === admin && expected(cell) === 200 && spot.in === "path");
  const named = !own && spot.in === "path" ? (spot.names === "location" ? { location: id } : { object: id }) : {};
  const put = "put" in spot ? spot.put(id) : spot.in === "company_id" ? { company_id: own ? tenant.location : id } : {};
  const extra = typeof put === "string" ? { query: put } : { body: put };
  const request = requestOf(endpoint, tenant, named, "put" in spot || spot.in === "company_id" ? extra : {});
  const answer = await world.call(request.method, request.path, { as: caller.as, ...request.options });
  if (row.removesWebhook === true && answer.status === 200) await makeObject(world, tenant, "delivery");
  return answer;
};

const remember = (name: string, answer: Answer): void => {
  seen.set(name, (seen.get(name) ?? new Set()).add(fingerprint(answer)));
};

const holds = (answer: Answer, text: string): boolean =>
  `${answer.text} ${JSON.stringify(answer.headers)}`.toLowerCase().includes(text);

const judge = (cell: Cell, answer: Answer, label: string): void => {
  cells += 1;
  assert.equal(answer.status, expected(cell), `${label}: ${answer.text}`);
  if (answer.status === 403) remember("403", answer);
  if (answer.status === 404) remember("404", answer);
  if (cell.caller === admin) return;
  for (const secret of [b.canary, b.location, removed.canary, removed.location])
    assert.ok(!holds(answer, secret), `${label} shows another location: ${answer.text}`);
};

/** All situations of one place: those that are not the caller's must answer with the same bytes. */
const tryAll = async (caller: Caller, endpoint: Endpoint, spotName: string, spot: Spot): Promise<void> => {
  const foreign = new Set<string>();
  for (const [situation, id] of Object.entries(situations(spot.names))) {
    const cell = { caller, endpoint, row: rowOf(endpoint), spot, situation, id };
    const answer = await send(cell);
    judge(cell, answer, `${caller.name}: ${nameOf(endpoint)}, ${spotName} ${situation}`);
    const comparable = answer.status >= 400 || spot.in === "query" || spotName === "ids";
    if (comparable && situation !== "own" && situation !== "malformed") foreign.add(fingerprint(answer));
  }
  const whole = caller === admin && spot.in !== "query";
  if (!whole) assert.ok(foreign.size <= 1, `${nameOf(endpoint)}, ${spotName}: ${[...foreign].slice(0, 3).join("\n")}`);
};

const tryOnce = async (caller: Caller, endpoint: Endpoint): Promise<Answer> => {
  const cell = {
    caller,
    endpoint,
    row: rowOf(endpoint),
    spot: { names: "location", in: "path" },
    situation: "own",
    id: "",
  };
  const answer = await send(cell as Cell);
  judge(cell as Cell, answer, `${caller.name}: ${nameOf(endpoint)}`);
  return answer;
};

const tables = [
  "visits",
  "registered_visitors",
  "visit_groups",
  "imports",
  "import_parts",
  "watchlists",
  "watch_entries",
  "watch_names",
  "watch_hits",
  "watch_checks",
  "visit_series",
  "series_invitations",
  "series_occurrences",
  "visit_images",
  "erased_visits",
  "hosts",
  "visit_types",
  "entry_points",
  "agreements",
  "agreement_versions",
  "agreement_visit_types",
  "signed_agreements",
  "devices",
  "undelivered",
  "webhooks",
  "deliveries",
  "messages",
  "log",
];

/** Everything stored of a location, as text. */
const stored = async ({ location }: Tenant): Promise<string> => {
  const rows = [];
  for (const table of tables)
    rows.push((await world.db.pool.query(`select * from ${table} where company_id = $1 order by 2`, [location])).rows);
  rows.push((await world.db.pool.query("select * from companies where _id = $1", [location])).rows);
  for (const table of ["users", "api_keys", "idp_credentials"])
    rows.push(
      (await world.db.pool.query(`select * from ${table} where companies = array[$1] order by 1`, [location])).rows,
    );
  return JSON.stringify(rows);
};

let before_: string;
before(async () => {
  before_ = await stored(b);
});

describe("every endpoint, pinned credentials (interface 1, rules 1)", () => {
  it("every endpoint has a row, and every row an endpoint", () => {
    assert.deepEqual(rowNames().toSorted(), world.endpoints.map(nameOf).toSorted());
  });

  for (const endpoint of world.endpoints)
    it(`${nameOf(endpoint)}: 403 or 404, the same bytes, for what is not the caller's; nothing of it is shown`, async () => {
      for (const caller of casesOf(callers)) {
        await tryOnce(caller, endpoint);
        for (const [name, spot] of Object.entries(spotsOf(endpoint, rowOf(endpoint))))
          await tryAll(caller, endpoint, name, spot);
      }
    });

  it("nothing of the other location was changed by any of it", async () => {
    assert.equal(await stored(b), before_);
  });
});

describe("every endpoint, a global admin as control", () => {
  for (const endpoint of world.endpoints)
    it(`${nameOf(endpoint)}: 200 for both locations with the same requests, and shows the record`, async () => {
      const row = rowOf(endpoint);
      for (const [name, spot] of Object.entries(spotsOf(endpoint, row))) await tryAll(admin, endpoint, name, spot);
      const own = await tryOnce(admin, endpoint);
      if (row.silent === true) return;
      assert.ok(own.text.includes(a.canary), `${nameOf(endpoint)} shows no canary: ${own.text}`);
    });
});

describe("two locations (rules 1.6)", () => {
  it("404: an object of one covered location is not found under the path of the other", async () => {
    const c = await buildLocation(world);
    const key = await buildKey(world, [a.location, c], { scopes: ["watchlist"] });
    for (const endpoint of world.endpoints) {
      const row = rowOf(endpoint);
      if (row.object === undefined || !endpoint.path.includes("{company_id}")) continue;
      const { method, path, options } = requestOf(endpoint, a, { location: c });
      const answer = await world.call(method, path, { as: key, ...options });
      assert.equal(answer.status, 404, nameOf(endpoint));
      remember("404", answer);
    }
  });

  it("400: references to records of the other covered location are refused as those that never existed", async () => {
    const key = await buildKey(world, [a.location, b.location]);
    for (const [field, kind] of [
      ["visit_type", "visit_type"],
      ["entrypoint_id", "entry_point"],
    ] as const) {
      const answers = [b.shared[kind], newId(a.location)].map((id) =>
        world.post("/visitors", { company_id: a.location, [field]: id }, { as: key }),
      );
      const [other, never] = await Promise.all(answers);
      assert.equal(other?.status, 400);
      assert.equal(other?.text, never?.text);
    }
  });

  it("200: the mail of another location's host is never filled in for a visit", async () => {
    const key = await buildKey(world, [a.location]);
    const body = { company_id: a.location, recipient: b.canary };
    const visit = (await world.post("/visitors", body, { as: key })).body;
    assert.ok(!("recipient_mail" in visit));
    const changed = await world.put(`/visitors/${a.shared.visit}`, { recipient: b.canary }, { as: key });
    assert.ok(!("recipient_mail" in changed.body));
    await world.remove(`/visitors/${visit._id}`);
    await world.put(`/visitors/${a.shared.visit}`, { recipient: null });
  });

  it("200: an Idempotency-Key of another credential is not recognised, and gives nothing away", async () => {
    const headers = { "idempotency-key": "the same" };
    const [one, two] = [await buildKey(world, [a.location]), await buildKey(world, [a.location])];
    const body = { company_id: a.location };
    const first = await world.post("/visitors", body, { as: one, headers });
    const again = await world.post("/visitors", body, { as: one, headers });
    const other = await world.post("/visitors", body, { as: two, headers });
    assert.equal(again.body._id, first.body._id);
    assert.notEqual(other.body._id, first.body._id);
  });

  it("403 or 404: a repeated Idempotency-Key shows nothing of a location that was taken from the key", async () => {
    const made = await world.post("/apikeys", { name: "two", companies: [a.location, b.location] });
    const options = { as: { authorization: `Bearer ${made.body.key}` }, headers: { "idempotency-key": "k" } };
    const path = `/visitors/${b.shared.visit}`;
    assert.equal((await world.put(path, { city: "x" }, options)).status, 200);
    await world.put(`/apikeys/${made.body._id}`, { companies: [a.location] });
    const answer = await world.put(path, { city: "x" }, options);
    assert.equal(answer.status, 404);
    remember("404", answer);
  });
});

describe("a location beside others", () => {
  it("200: every answer to its key stays the same, byte for byte, when another location fills up", async () => {
    world.clock.now = Date.now();
    world.clock.frozen = true;
    const key = await buildKey(world, [a.location]);
    const readAll = async (): Promise<string[]> => {
      const answers = [];
      for (const endpoint of world.endpoints.filter(({ method }) => method === "GET")) {
        const { method, path } = requestOf(endpoint, a);
        answers.push(fingerprint(await world.call(method, path, { as: key })));
      }
      return answers;
    };
    const alone = await readAll();
    await makeTenant(world);
    assert.deepEqual(await readAll(), alone);
    world.clock.frozen = false;
  });
});

describe("all of it together", () => {
  it("403 and 404 have one form each: status, headers and body", () => {
    for (const status of ["403", "404"]) {
      const forms = [...(seen.get(status) ?? [])];
      assert.equal(forms.length, 1, forms.slice(0, 3).join("\n"));
    }
    assert.ok([...(seen.get("403") ?? [])][0]?.startsWith(REFUSED));
  });

  it("no log line holds anything of any location", () => {
    const lines = JSON.stringify(world.log).toLowerCase();
    assert.ok(world.log.length > 0);
    for (const tenant of [a, b, removed]) assert.ok(!lines.includes(tenant.canary));
  });

  it("says how many cells there were", (context) => {
    context.diagnostic(`cross-tenant matrix: ${world.endpoints.length} endpoints, ${cells} cells, 0 leaks`);
    assert.ok(cells > sizeOf(world.endpoints.length * 50));
  });
});
