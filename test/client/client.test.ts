import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { parseTarGzip } from "nanotar";

import { connect, FoyerError } from "../../client/client.ts";
import { declarationsOf, typeOf } from "../../client/declarations.ts";
import { buildPackage } from "../../client/package.ts";
import { type Body, buildKey, buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";
import { makeUserProject, type UserProject } from "./package.ts";

// oxlint-disable-next-line no-explicit-any -- what the endpoints are is looked at by the compiler, below
type Any = Record<string, { params: any; query: any; body: any; answer: any }>;

let world: World;
let location: string;
let key: string;
let url: string;
let project: UserProject;
let web: string;

before(async () => {
  web = await mkdtemp(join(tmpdir(), "foyer-web-"));
  await buildPackage(web);
  world = await makeWorld({ env: { WEB_DIR: web } });
  location = await buildLocation(world);
  key = (await buildKey(world, [location])).authorization.slice("Bearer ".length);
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  url = world.app.listeningOrigin;
  project = await makeUserProject(url);
});
after(async () => {
  await project.remove();
  await world.close();
  await rm(web, { recursive: true });
});

const foyer = () => connect<Any>({ url, key });

/** A call that must fail. */
const failure = async (call: Promise<unknown>): Promise<FoyerError> => {
  const error: unknown = await call.then(
    () => assert.fail("it succeeded"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof FoyerError, String(error));
  return error;
};

describe("the client", () => {
  it("200: writes, reads, lists with filters and sorts, and signs out, with the records as the API returns them (interface 4.2)", async () => {
    const visit = await foyer().request("POST /visitors", {
      body: { company_id: location, last_name: "Peeters & Zoon" },
    });
    const params = { visitorId: visit._id };
    assert.deepEqual(await foyer().request("GET /visitors/{visitorId}", { params }), { ...visit });
    const from = new Date(Date.parse(visit.signed_in) - 1000);
    const filter = { last_name: "& zoon", signed_in: { startDate: from, endDate: undefined } };
    const query = { count: 5, page: 1, filter, sorting: { last_name: "asc", signed_in: "desc" } };
    const page = await foyer().request("GET /visitors/bycompany/{company_id}", {
      params: { company_id: location },
      query,
    });
    assert.deepEqual([page.total, page.visitors[0]._id], [1, visit._id]);
    const out = await foyer().request("POST /visitors/{visitorId}/signout", { params });
    assert.ok(out.signed_out);
  });

  it("200: an idempotency key makes a repetition harmless (rules 2)", async () => {
    const input = { body: { company_id: location }, idempotencyKey: "once" };
    const [one, two] = [await foyer().request("POST /visitors", input), await foyer().request("POST /visitors", input)];
    assert.equal(one._id, two._id);
  });

  it("200: a file comes as the Response, text is sent in its own media type (interface 4.2)", async () => {
    const params = { company_id: location };
    const file = await foyer().request("GET /visitors/export/bycompany/{company_id}", { params });
    assert.ok(file instanceof Response);
    assert.equal(Buffer.from(await file.arrayBuffer()).toString("latin1", 0, 2), "PK");
    const upload = { params, body: "cn,mail\nEve,eve@example.org\n", type: "text/csv" };
    const counts = await foyer().request("POST /companies/{company_id}/visitees/bulk", upload);
    assert.deepEqual(counts, { received: 1, created: 1, updated: 0, removed: 0 });
  });

  it("200: the address may end in a slash, in /api or in neither; a user's headers do instead of a key", async () => {
    for (const end of ["", "/", "/api", "/api/"])
      assert.equal((await connect<Any>({ url: url + end, key }).request("GET /users/me")).type, "api_key");
    const user = connect<Any>({ url, headers: world.admin });
    assert.equal((await user.request("GET /users/me")).role, "global_admin");
  });

  it("400, 403, 404 and 429 are a FoyerError with status, the service's words, the endpoint, and how long to wait (interface 7)", async () => {
    const wrong = await failure(
      foyer().request("GET /visitors/bycompany/{company_id}", { params: { company_id: location } }),
    );
    assert.deepEqual([wrong.status, wrong.endpoint], [400, "GET /visitors/bycompany/{company_id}"]);
    assert.match(wrong.message, /count, page/);
    const refused = await failure(connect<Any>({ url }).request("GET /users/me"));
    assert.deepEqual([refused.status, refused.message, refused.retryAfter], [403, "Invalid API key", undefined]);
    const missing = await failure(foyer().request("GET /visitors/{visitorId}", { params: { visitorId: "a/b?c" } }));
    assert.equal(missing.status, 400);
    const limit = (): Promise<Response> =>
      Promise.resolve(Response.json({ error: "Too many" }, { status: 429, headers: { "retry-after": "7" } }));
    const limited = await failure(connect<Any>({ url, fetch: limit }).request("GET /users/me"));
    assert.deepEqual([limited.status, limited.message, limited.retryAfter], [429, "Too many", 7]);
    const proxy = (): Promise<Response> => Promise.resolve(new Response("<html>", { status: 502 }));
    assert.equal(
      (await failure(connect<Any>({ url, fetch: proxy }).request("GET /users/me"))).message,
      "The service answered 502.",
    );
  });

  it("unreachable: a service that isn't there is a FoyerError with the status 0 and the cause", async () => {
    const gone = await failure(connect<Any>({ url: "http://127.0.0.1:1", retries: 0 }).request("GET /users/me"));
    assert.deepEqual([gone.status, gone.code, gone.endpoint], [0, "unreachable", "GET /users/me"]);
    assert.match(gone.message, /^http:\/\/127\.0\.0\.1:1 can't be reached: .+/);
    assert.ok(gone.cause instanceof Error);
  });

  it("a missing path parameter is named before anything is sent; a signal ends a call", async () => {
    await assert.rejects(foyer().request("GET /visitors/{visitorId}", { params: {} }), /"visitorId" is missing/);
    await assert.rejects(foyer().request("GET /users/me", { signal: AbortSignal.abort() }), { name: "AbortError" });
  });
});

const CORRECT = `
import { connect, type Answer, type Foyer, type Visit, type VisitCreate, type WebhookEvent } from "@foyer-visitors/foyer/client";
const foyer: Foyer = connect({ url: "http://x" });
const visit: Visit = await foyer.request("GET /visitors/{visitorId}", { params: { visitorId: "1" } });
const create: VisitCreate = { company_id: "1", signed_in: "2026-11-21", badge: 12 };
const subject = (event: WebhookEvent): string => (event.eventName === "device_added" ? event.deviceUuid : event.companyId);
const name: string | undefined = visit.first_name;
const source: 0 | 1 | 2 = visit.signed_in_source;
const extra: unknown = visit["badge"];
await foyer.request("GET /companiesList");
await foyer.request("PUT /visitors/{visitorId}", { params: { visitorId: "1" }, body: { city: null, odd: [1] } });
const file: Response = await foyer.request("GET /visitors/export/bycompany/{company_id}", { params: { company_id: "1" }, query: { language_id: "nl" } });
const page: Answer<"GET /visitors/bycompany/{company_id}"> = { total: 0, visitors: [] };
for await (const one of foyer.list("GET /visitors/bycompany/{company_id}", { params: { company_id: "1" } })) console.log(one.last_name);
console.log(create, subject, name, source, extra, file, page);
`;

/** Each must be refused by the compiler. */
const WRONG = [
  'foyer.request("GET /visitor/{visitorId}", { params: { visitorId: "1" } })',
  'foyer.request("GET /visitors/{visitorId}")',
  'foyer.request("GET /visitors/{visitorId}", { params: { id: "1" } })',
  'foyer.request("GET /visitors/bycompany/{company_id}", { params: { company_id: "1" }, query: { count: 5 } })',
  'foyer.request("GET /visitors/bycompany/{company_id}", { params: { company_id: "1" }, query: { count: 5, page: 1, sorting: { a: "up" } } })',
  'foyer.request("POST /visitors")',
  'foyer.request("POST /visitors", { body: { first_name: 5 } })',
  'foyer.request("POST /visitors", { body: { company_id: "1", first_name: null } })',
  'foyer.request("POST /visitors", { body: { first_name: "Jo" } })',
  'foyer.request("PUT /visitors/{visitorId}", { params: { visitorId: "1" }, body: { signed_in: null } })',
  'foyer.request("GET /companiesList", { body: {} })',
  'foyer.list("GET /users/me", {}).next()',
  '(await foyer.request("GET /companiesList"))[0]?.nmae',
];

/** A service that fails before it answers; counts what it was sent. */
const flaky = (failures: readonly (Response | Error)[]) => {
  const sent: Request[] = [];
  const send: typeof fetch = async (input, init) => {
    const failure = failures[sent.length];
    sent.push(new Request(input, init));
    if (failure instanceof Error) throw failure;
    return failure ?? fetch(input, init);
  };
  return { sent, client: connect<Any>({ url, key, fetch: send }) };
};

const later = (): Response => Response.json({ message: "Later" }, { status: 503, headers: { "retry-after": "0" } });

describe("the client sends again what may be sent again (docs/faults.md)", () => {
  it("200: a write that found no answer, then 503, happens once: all attempts carry one key", async () => {
    const { sent, client } = flaky([new TypeError("fetch failed"), later()]);
    const visit = await client.request("POST /visitors", { body: { company_id: location } });
    const keys = new Set(sent.map(({ headers }) => headers.get("idempotency-key")));
    assert.deepEqual([sent.length, keys.size, visit.company_id], [3, 1, location]);
    assert.match([...keys][0] ?? "", /^[0-9a-f]{32}$/);
  });

  it("503 in the end, after two repetitions; a DELETE and a refusal are not repeated; none where none are wanted", async () => {
    const down = flaky([later(), later(), later()]);
    assert.equal((await failure(down.client.request("GET /users/me"))).status, 503);
    assert.equal(down.sent.length, 3);
    const params = { visitorId: "6".repeat(24) };
    const erasing = flaky([later()]);
    assert.equal((await failure(erasing.client.request("DELETE /visitors/{visitorId}", { params }))).status, 503);
    const wrong = flaky([]);
    assert.equal((await failure(wrong.client.request("GET /visitors/{visitorId}", { params }))).status, 404);
    assert.deepEqual([erasing.sent.length, wrong.sent.length], [1, 1]);
    const send: typeof fetch = async () => later();
    assert.equal((await failure(connect<Any>({ url, fetch: send, retries: 0 }).request("GET /users/me"))).status, 503);
  });

  it("a signal ends the waiting for another try", async () => {
    const slow = (): Response => Response.json({ message: "Later" }, { status: 503, headers: { "retry-after": "60" } });
    const { client } = flaky([slow()]);
    await assert.rejects(client.request("GET /users/me", { signal: AbortSignal.timeout(50) }), {
      name: "TimeoutError",
    });
  });

  it("200: a list is read to its end, and a row that moves on to the next page is given once", async () => {
    const place = await buildLocation(world);
    for (let n = 0; n < 5; n += 1) await buildVisit(world, place, { last_name: `Nr ${n}` });
    const rows: string[] = [];
    const everything = connect<Any>({ url, headers: world.admin });
    const all = everything.list("GET /visitors/bycompany/{company_id}", {
      params: { company_id: place },
      query: { count: 2 },
    });
    for await (const visit of all) {
      // The log begins with the newest: this pushes a row of this page on to the next.
      if (rows.length === 1) await buildVisit(world, place, { last_name: "Newest" });
      rows.push((visit as Body).last_name);
    }
    assert.deepEqual(rows, ["Nr 4", "Nr 3", "Nr 2", "Nr 1", "Nr 0"]);
  });
});

describe("docs/sync.md", () => {
  it("200: page 1 again from the last mod_date misses no visit that changes in between", async () => {
    const place = await buildLocation(world);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await buildVisit(world, place, { city: "old" }))._id);
    const everything = connect<Any>({ url, headers: world.admin });
    const copy = new Map<string, string>();
    let since = "2026-01-01";
    for (let calls = 0, full = true; full; calls += 1) {
      const filter = { mod_date: { startDate: since } };
      const query = { count: 2, page: 1, filter, sorting: { mod_date: "asc" } };
      const params = { company_id: place };
      const { visitors } = await everything.request("GET /visitors/bycompany/{company_id}", { params, query });
      for (const visit of visitors) copy.set(visit._id, visit.city);
      since = visitors.at(-1)?.mod_date ?? since;
      full = visitors.length === 2;
      if (calls === 0) await world.put(`/visitors/${ids[0]}`, { city: "new" });
    }
    assert.deepEqual(copy, new Map(ids.map((id, n) => [id, n === 0 ? "new" : "old"])));
  });
});

describe("GET /client.tgz, installed by npm into a project of its own", () => {
  it("200: is a package of npm, public; 404 with the way to it where the pages are not built", async () => {
    const { statusCode, headers, rawPayload } = await world.app.inject("/client.tgz");
    assert.deepEqual([statusCode, headers["content-type"]], [200, "application/gzip"]);
    const names = new Set((await parseTarGzip(rawPayload)).map(({ name }) => name));
    for (const name of ["package.json", "README.md", "LICENSE", "index.js", "index.d.ts"])
      assert.ok(names.has(`package/${name}`), name);
    const bare = await makeWorld({ database: world.database, env: { WEB_DIR: join(web, "nothing") } });
    const missing = await bare.app.inject("/client.tgz");
    assert.deepEqual(
      [missing.statusCode, missing.json().message],
      [404, "No client: the pages are not built; see npm run web"],
    );
    await bare.close();
  });

  it("gives the same bytes for the same sources: npm keeps their digest in lock files", async () => {
    const again = await mkdtemp(join(tmpdir(), "foyer-web-"));
    await buildPackage(again);
    const [one, two] = [await readFile(join(web, "client.tgz")), await readFile(join(again, "client.tgz"))];
    await rm(again, { recursive: true });
    assert.ok(one.equals(two));
  });

  it("has types for each endpoint's input and response, and refuses other calls", async () => {
    assert.equal(await project.complaints({ "correct.ts": CORRECT }), "");
    const head =
      'import { connect } from "@foyer-visitors/foyer/client";\nconst foyer = connect({ url: "http://x" });\n';
    const lines = WRONG.map((line) => `void (${line.startsWith("(") ? line : `await ${line}`});`);
    const found = await project.complaints({ "wrong.ts": `${head}${lines.join("\n")}\nexport {};\n` });
    const refused = new Set([...found.matchAll(/wrong\.ts\((\d+),/g)].map(([, line]) => Number(line) - 3));
    assert.deepEqual(
      WRONG.filter((_, n) => !refused.has(n)),
      [],
      found,
    );
  });

  it("200: the example passes the compiler and runs against a service", async () => {
    const example = await readFile(join(project.folder, "first-visit.mjs"), "utf8");
    assert.equal(await project.complaints({ "first-visit.mjs": example }), "");
    await buildVisit(world, location, { last_name: "Jansen" });
    const env = { FOYER_URL: url, FOYER_KEY: key, FOYER_LOCATION: location };
    const { out, err, code } = await project.node("first-visit.mjs", env);
    assert.deepEqual([code, err], [0, ""]);
    assert.match(out, /^Jo Janssens is in, since \S+Z\n2 visits of a Jans…, the latest is Jo's\nOut again at \S+Z\n$/);
    const wrong = await project.node("first-visit.mjs", { ...env, FOYER_KEY: "svc_x_y" });
    assert.deepEqual([wrong.code, wrong.err], [1, "POST /visitors was answered 403: Invalid API key\n"]);
  });

  it("needs nothing but what Node 20 and browsers have: no import besides its own files", async () => {
    const folder = join(project.folder, "node_modules/@foyer-visitors/foyer");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
    assert.ok(names.includes("index.js"));
    for (const name of names) {
      const text = await readFile(join(folder, name), "utf8");
      assert.doesNotMatch(text, /from "(?!\.\/)|import\(|require\(|process\.|Buffer/, name);
    }
  });

  it("the declaration of a schema says what the schema says", () => {
    assert.equal(typeOf({ type: ["integer", "null"] }), "number | null");
    assert.equal(typeOf({ anyOf: [{ type: "integer", enum: [0, 1] }, { const: "x" }] }), '(0 | 1) | ("x")');
    assert.equal(
      typeOf({ type: "object", properties: { "a-b": { type: "array", items: {} } }, required: ["a-b"] }),
      '{ "a-b": (unknown)[];  }',
    );
    assert.equal(
      typeOf({ type: "object", patternProperties: { "^.*$": { type: "string" } } }),
      "{ [key: string]: string; }",
    );
    assert.ok(declarationsOf({ info: { version: "9" }, paths: {} }).includes("version 9"));
  });
});
