import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { isAllowed, requestOf, rowOf } from "../../../security/requests.ts";
import { type Caller, callersOf, makeTenant, type Tenant } from "../../../security/tenant.ts";
import {
  type CallOptions,
  buildKey,
  buildLocation,
  lastReason,
  makeWorld,
  unknownKey,
  type World,
} from "../../../support/world.ts";

const HUGE = Buffer.alloc(17 << 20, 32);
const XML = { "content-type": "text/xml" };

let world: World;
let tenant: Tenant;
let elsewhere: string;
let key: Record<string, string>;
let employee: Caller;
let guard: Caller;
let calls = 0;

const newSource = (): string => {
  calls += 1;
  return `10.4.${calls >> 8}.${calls & 255}`;
};

before(async () => {
  world = await makeWorld();
  tenant = await makeTenant(world);
  elsewhere = await buildLocation(world);
  key = await buildKey(world, [tenant.location]);
  const callers = await callersOf(world, tenant.location);
  const named = (role: string): Caller => {
    const caller = callers.find(({ name }) => name === role);
    assert.ok(caller);
    return caller;
  };
  employee = named("employee");
  guard = named("security_guard");
});
after(() => world.close());

const status = async (method: string, path: string, options: CallOptions): Promise<number> =>
  (await world.call(method, path, { as: key, from: newSource(), ...options })).status;

/** Bodies that fail on their own: malformed, too large, another media type, the wrong shape. */
const broken: [string, number, CallOptions][] = [
  ["malformed JSON", 400, { raw: "{", headers: { "content-type": "application/json" } }],
  ["malformed without a type", 400, { raw: "{" }],
  ["no UTF-8", 400, { raw: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }],
  ["another media type", 415, { raw: "<a/>", headers: XML }],
  ["too large", 413, { raw: HUGE }],
];

/** What no endpoint takes that reads a file: they read its lines before they know what is wrong with them. */
const NO_FILE: typeof broken = [["another media type", 415, { raw: "x", headers: { "content-type": "image/png" } }]];

describe("every endpoint with a body: credential, location and role come before it (rules 1)", () => {
  it("403: a refused credential with any broken body", async () => {
    for (const endpoint of world.endpoints.filter(({ method }) => method !== "GET"))
      for (const [name, , options] of broken) {
        const { method, path } = requestOf(endpoint, tenant);
        assert.equal(await status(method, path, { ...options, as: unknownKey() }), 403, `${method} ${path}: ${name}`);
        assert.equal(await status(method, path, { ...options, as: null }), 403, `${method} ${path}: ${name}`);
      }
  });

  it("403: an uncovered, unknown or malformed location in the path with any broken body", async () => {
    for (const endpoint of world.endpoints.filter(
      ({ method, path }) => method !== "GET" && path.includes("{company_id}"),
    ))
      for (const location of [elsewhere, newId(), "malformed"])
        for (const [name, , options] of broken) {
          const { method, path } = requestOf(endpoint, tenant, { location });
          assert.equal(await status(method, path, options), 403, `${method} ${path}: ${name}`);
        }
  });

  it("403: a role that may not, and an endpoint closed to keys, with any broken body", async () => {
    for (const endpoint of world.endpoints.filter(({ method }) => method !== "GET")) {
      const row = rowOf(endpoint);
      const { method, path } = requestOf(endpoint, tenant);
      for (const [name, , options] of broken) {
        if (row.closedToKeys === true)
          assert.equal(await status(method, path, options), 403, `${method} ${path}: ${name}`);
        for (const { role, as } of [employee, guard].filter((one) => !isAllowed(row, one)))
          assert.equal(await status(method, path, { ...options, as }), 403, `${role} ${method} ${path}: ${name}`);
      }
    }
  });

  it("413, 415 or 400: what is wrong with the body comes before the object that does not exist", async () => {
    for (const endpoint of world.endpoints.filter(({ method }) => method !== "GET")) {
      const row = rowOf(endpoint);
      if (row.object === undefined) continue;
      const { method, path } = requestOf(endpoint, tenant, { object: newId() });
      const isFile = endpoint.streamed === true && endpoint.consumes !== undefined;
      for (const [name, expected, options] of isFile ? NO_FILE : broken)
        assert.equal(
          await status(method, path, { ...options, as: world.admin }),
          expected,
          `${method} ${path}: ${name}`,
        );
    }
  });

  it("400: a malformed object id comes before the object, and after the location", async () => {
    for (const endpoint of world.endpoints.filter((one) => rowOf(one).object !== undefined)) {
      const { method, path, options } = requestOf(endpoint, tenant, { object: "malformed" });
      assert.equal(await status(method, path, { ...options, as: world.admin }), 400, `${method} ${path}`);
      if (!endpoint.path.includes("{company_id}")) continue;
      const both = requestOf(endpoint, tenant, { object: "malformed", location: elsewhere });
      assert.equal(await status(method, both.path, options), 403, `${method} ${both.path}`);
    }
  });
});

describe("a location in the body (rules 1.3)", () => {
  it("403: comes before other invalid fields, as soon as the body can be read", async () => {
    const wrong = { company_id: elsewhere, email: "no address", signed_in: "never", visit_type: 7 };
    assert.equal(await status("POST", "/visitors", { body: wrong }), 403);
    assert.equal(await status("PUT", `/visitors/${tenant.shared.visit}`, { body: wrong }), 403);
    assert.equal(await status("POST", "/visitees", { body: { company_id: elsewhere, cn: 7 } }), 403);
    assert.equal(await status("POST", "/visitors", { form: `company_id=${elsewhere}&email=none` }), 403);
  });

  it("403: comes before the object and before its malformed id", async () => {
    const body = { company_id: elsewhere };
    assert.equal(await status("PUT", `/visitors/${newId()}`, { body }), 403);
    assert.equal(await status("PUT", "/visitors/malformed", { body }), 403);
    assert.equal(await status("POST", `/visitors/${newId()}/signout`, { body }), 403);
  });

  it("403: malformed, unknown and of any other JSON type is not covered either", async () => {
    for (const company_id of ["malformed", newId(), elsewhere.toUpperCase(), 7, true, [tenant.location], { $ne: "" }])
      for (const method of ["POST", "PUT"])
        assert.equal(
          await status(method, method === "POST" ? "/visitors" : `/visitors/${tenant.shared.visit}`, {
            body: { company_id },
          }),
          403,
          `${method} ${JSON.stringify(company_id)}`,
        );
    assert.equal(
      await status("POST", "/visitors", { form: `company_id=${tenant.location}&company_id=${elsewhere}` }),
      403,
    );
  });

  it("400: absent, blank or null on POST, whatever else is wrong", async () => {
    for (const body of [{}, { company_id: "" }, { company_id: " " }, { company_id: null }])
      for (const path of ["/visitors", "/visitees"]) {
        const answer = await world.post(path, { cn: "Ann", ...body }, { as: key });
        assert.equal(answer.status, 400, `${path} ${JSON.stringify(body)}`);
        assert.match(answer.body.message, /"company_id" is required/);
      }
    assert.equal(await status("POST", "/visitors", { body: { email: "no address" } }), 400);
    assert.equal(await status("POST", "/visitors", { body: [] }), 400);
    assert.equal(await status("POST", "/visitors", { body: "text" }), 400);
  });

  it("200: a covered but different one on PUT is ignored: the object stays where it is", async () => {
    const two = await buildKey(world, [tenant.location, elsewhere]);
    for (const path of [`/visitors/${tenant.shared.visit}`, `/visitees/${tenant.shared.host}`]) {
      const before_ = (await world.get(path)).body;
      const answer = await world.put(path, { company_id: elsewhere }, { as: two });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, before_);
    }
  });

  it("200: in either letter case, and blank or null on PUT", async () => {
    assert.equal(await status("POST", "/visitors", { body: { company_id: tenant.location.toUpperCase() } }), 200);
    for (const company_id of ["", null, tenant.location])
      assert.equal(await status("PUT", `/visitors/${tenant.shared.visit}`, { body: { company_id } }), 200);
    const { body } = await world.get(`/visitors/${tenant.shared.visit}`);
    assert.equal(body.company_id, tenant.location);
  });

  it("403: the path decides where, and a body that names another location is refused", async () => {
    const path = `/companies/${tenant.location}/entrypoints`;
    assert.equal(await status("POST", path, { body: { name: "Door", company_id: elsewhere } }), 403);
    const two = await buildKey(world, [tenant.location, elsewhere]);
    const { body } = await world.post(path, { name: "Door", company_id: elsewhere }, { as: two });
    assert.equal(body.company_id, tenant.location);
  });
});

describe("which reason the log gives when several hold (rules 1)", () => {
  const reasonOf = async (method: string, path: string, options: CallOptions): Promise<unknown> => {
    assert.equal(await status(method, path, options), 403);
    return lastReason(world);
  };

  it("403: credential, then location in the path, then closed endpoint and role", async () => {
    const path = `/companies/${elsewhere}`;
    assert.equal(await reasonOf("DELETE", path, { as: unknownKey() }), "unknown API key");
    assert.equal(await reasonOf("DELETE", path, {}), "location is not covered");
    assert.equal(await reasonOf("DELETE", path, { as: employee.as }), "location is not covered");
    assert.equal(await reasonOf("DELETE", `/companies/${tenant.location}`, {}), "endpoint is closed to API keys");
    assert.match(
      String(await reasonOf("DELETE", `/companies/${tenant.location}`, { as: employee.as })),
      /^role employee/,
    );
    const body = { company_id: elsewhere };
    assert.match(String(await reasonOf("POST", "/visitors", { as: employee.as, body })), /^role employee/);
  });
});

describe("paths (rules 1, 2)", () => {
  it("404: a wrong method, an unknown path, a path that only looks alike", async () => {
    for (const [method, path] of [
      ["POST", "/companiesList"],
      ["PATCH", `/visitors/${tenant.shared.visit}`],
      ["HEAD", "/nothing"],
      ["OPTIONS", "/visitors"],
      ["GET", "/CompaniesList"],
      ["GET", "//companiesList"],
      ["GET", "/companiesList%2f"],
      ["GET", "/"],
    ] as const) {
      const response = await world.app.inject({ method, url: `/api${path}`, headers: key });
      assert.equal(response.statusCode, 404, `${method} ${path}`);
      assert.match(String(response.headers["content-type"]), /^application\/json/);
      if (method !== "HEAD") assert.deepEqual(Object.keys(response.json<object>()), ["message", "code"]);
    }
  });

  it("200: a trailing slash makes no difference, on any endpoint", async () => {
    for (const endpoint of world.endpoints.filter(({ method }) => method === "GET")) {
      const { method, path } = requestOf(endpoint, tenant);
      const [plain = "", query = ""] = path.split("?");
      const answers = [await world.call(method, path), await world.call(method, `${plain}/?${query}`)];
      assert.equal(answers[0]?.status, 200);
      // The size of the database, the space on the disk, and the time in an archive change from one call to the next.
      if (/^\/system$|\/archive$/.test(endpoint.path)) assert.equal(answers[1]?.status, 200);
      else assert.equal(answers[1]?.text, answers[0]?.text, path);
    }
  });

  it("400: a path that can't be decoded is JSON with a message; 403 without a good credential", async () => {
    for (const path of ["/%", "/%zz", "/visitors/%ff", "/companies/%C3%28/fields"]) {
      const answer = await world.get(path, { as: key, from: newSource() });
      assert.ok([400, 404].includes(answer.status), `${path} ${answer.status}`);
      assert.deepEqual(Object.keys(answer.body), ["message", "code"]);
      assert.equal(await status("GET", path, { as: unknownKey() }), 403, path);
      assert.equal(await status("GET", path, { as: null }), 403, path);
    }
  });

  it("400, 403 or 404: a path that is too long is JSON too", async () => {
    const long = "a".repeat(9000);
    assert.equal(await status("GET", `/visitors/${long}`, {}), 400);
    assert.equal(await status("GET", `/${long}`, {}), 404);
    assert.equal(await status("GET", `/companies/${long}`, {}), 403);
    assert.equal(await status("GET", `/visitors/${long}`, { as: null }), 403);
  });
});

describe("media types (rules 2)", () => {
  const signOut = (options: CallOptions): Promise<number> =>
    status("POST", `/visitors/${tenant.shared.visit}/signout`, options);
  const types = [
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "garbage",
    "a/b;;;",
    "*/*",
    ";",
    "",
  ];

  it("200: where no body is needed an empty one is fine with any type, even an invalid one", async () => {
    for (const type of types)
      for (const length of [{}, { "content-length": "0" }])
        assert.equal(await signOut({ headers: { "content-type": type, ...length } }), 200, `"${type}"`);
    assert.equal(await signOut({}), 200);
  });

  it("400: where one is needed an empty one is refused, with any type", async () => {
    for (const type of types)
      assert.equal(await status("POST", "/visitors", { headers: { "content-type": type } }), 400, `"${type}"`);
  });

  it("200: JSON when Content-Type is missing, empty, of another JSON type or in any letter case", async () => {
    const raw = JSON.stringify({ company_id: tenant.location });
    for (const headers of [
      {},
      ...["", "application/JSON; charset=UTF-8", "application/vnd.api+json"].map((type) => ({ "content-type": type })),
    ])
      assert.equal(await status("POST", "/visitors", { raw, headers }), 200, JSON.stringify(headers));
    const form = { "content-type": "application/x-www-form-urlencoded" };
    assert.equal(await status("POST", "/visitors", { raw, headers: form }), 200);
  });

  it("415: a body of another type, or of none that can be read", async () => {
    const raw = JSON.stringify({ company_id: tenant.location });
    for (const type of ["text/plain", "multipart/form-data; boundary=x", "garbage", "a/b;;;", "*/*", ";", "text/csv"])
      assert.equal(await status("POST", "/visitors", { raw, headers: { "content-type": type } }), 415, type);
  });

  it("413: the limit is 1 MiB, and 8 MiB for a body with a picture", async () => {
    const sized = (bytes: number): CallOptions => ({
      raw: `{"company_id":"${tenant.location}","n":"`.padEnd(bytes, " "),
    });
    assert.equal(await status("POST", "/visitees", sized(1 << 20)), 400);
    assert.equal(await status("POST", "/visitees", sized((1 << 20) + 1)), 413);
    assert.equal(await status("POST", "/visitors", sized(8 << 20)), 400);
    assert.equal(await status("POST", "/visitors", sized((8 << 20) + 1)), 413);
  });
});

describe("over a real connection", () => {
  /** Sends bytes and gives what came back, until the answer's body is there or the other end closes. */
  const exchange = (port: number, ...chunks: (string | Buffer)[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let text = "";
      const done = (): void => {
        socket.destroy();
        resolve(text);
      };
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
        if (/\r\n\r\n.*\}$/s.test(text)) done();
      });
      socket.on("error", (error) => (text === "" ? reject(error) : done()));
      socket.on("close", done);
      for (const chunk of chunks) socket.write(chunk);
    });
  let port: number;

  before(async () => {
    await world.app.listen({ host: "127.0.0.1", port: 0 });
    const address = world.app.server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });

  it("403: a refused call with a huge body is answered before the body has arrived", async () => {
    const head = `POST /api/visitors HTTP/1.1\r\nhost: x\r\nauthorization: Bearer nothing\r\ncontent-length: ${HUGE.length}\r\n\r\n`;
    const answer = await exchange(port, head, HUGE.subarray(0, 1024));
    assert.match(answer, /^HTTP\/1\.1 403 /);
    assert.ok(answer.endsWith('{"error":"Invalid API key"}'));
  });

  it("431 and 400: a path beyond all measure, and what is not HTTP at all, are JSON with a message", async () => {
    const get = `GET /api/companiesList HTTP/1.1\r\nhost: x\r\nauthorization: ${key["authorization"]}\r\n`;
    const unreadable = [
      [431, `GET /api/${"a".repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
      [431, `${get}x: ${"a".repeat(20_000)}\r\n\r\n`],
      [400, `${get}bad header\r\n\r\n`],
      [400, "nonsense\r\n\r\n"],
    ] as const;
    for (const [expected, bytes] of unreadable) {
      const answer = await exchange(port, bytes);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${expected} `));
      assert.match(answer, /content-type: application\/json/i);
      assert.deepEqual(Object.keys(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))), ["message", "code"]);
    }
    assert.ok(!JSON.stringify(world.log).includes(key["authorization"] ?? ""));
  });

  it("403: two Authorization headers are not joined into a good one", async () => {
    const good = `authorization: ${key["authorization"]}`;
    const get = "GET /api/companiesList HTTP/1.1\r\nhost: x\r\n";
    assert.match(await exchange(port, `${get}authorization: Bearer nothing\r\n${good}\r\n\r\n`), /^HTTP\/1\.1 403 /);
  });
});

describe("a path that is not an endpoint (rules 1, 5)", () => {
  it("403: below what is closed to keys, and below a location that is not covered; 404 elsewhere (interface 5.5)", async () => {
    for (const [method, path] of [
      ["PATCH", "/users"],
      ["POST", "/users/me"],
      ["GET", "/users/nope/sub"],
      ["GET", `/apikeys/${newId()}`],
      ["PATCH", `/companies/${elsewhere}`],
      ["GET", `/companies/${elsewhere}/nope`],
    ] as const)
      assert.equal(await status(method, path, {}), 403, `${method} ${path}`);
    assert.equal(await status("GET", `/companies/${tenant.location}/nope`, {}), 404);
    assert.equal(await status("PATCH", "/users", { as: world.admin }), 404);
  });
});
