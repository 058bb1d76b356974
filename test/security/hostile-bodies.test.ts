import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { parseForm } from "../../server/platform/http/input/form.ts";
import { parseJson } from "../../server/platform/http/input/json-body.ts";
import { picturesLength } from "../../server/platform/http/output/pictures.ts";
import { arrival, buildSite, newestVisit, type Site } from "../support/door.ts";
import { hostileForms, hostileJson, hostileQueries, processorMs } from "../support/outside/hostile.ts";
import { badgeOf, inviteVisitor, posterOf, visitorCall } from "../support/visitor.ts";
import { bearer, makeWorld, type World } from "../support/world.ts";

/** What an open endpoint may hold up all others for (security: hostile bodies). */
const HELD_MS_MAX = 100;

let world: World;
let site: Site;
/** Headers of callers without a credential of their own. */
let callers: Record<string, Record<string, string>>;

before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
  const poster = await posterOf(world, site.location, site.door);
  const invited = await inviteVisitor(world, site.location, { visit_type: site.type._id });
  await visitorCall(world, "POST", "/visits", { token: poster, body: arrival(site) });
  const badge = badgeOf(world, site.location, (await newestVisit(world, site))._id);
  callers = { nobody: {}, poster: bearer(poster), invitation: bearer(invited.token), badge: bearer(badge) };
});
after(() => world.close());

/** The routes of the running service outside `/api`: below it nothing of a body is read before the credential. */
const openRoutes = (...methods: string[]): [string, string][] =>
  [...world.context.metrics.routes()]
    .filter(({ method, route }) => methods.includes(method) && !route.startsWith("/api/"))
    .map(({ method, route }) => [method, route.replaceAll(/:\w+/g, "x").replace("*", "x")]);

let calls = 0;

/** Each call comes from an address of its own, so that no counter answers before the body is read. */
const call = async (method: string, url: string, headers: Record<string, string>, payload?: string) => {
  calls += 1;
  const remoteAddress = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
  const answer = await world.app.inject({
    method: method as "POST",
    url,
    remoteAddress,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return answer.statusCode;
};

/** Who is let in there; below `/visit/api` each link has endpoints of its own. */
const callersOf = async (method: string, url: string): Promise<[string, Record<string, string>][]> => {
  const known = Object.entries(callers).filter(([name]) => (name === "nobody") !== url.startsWith("/visit/api"));
  if (known.length === 1) return known;
  const statuses = await Promise.all(known.map(([, headers]) => call(method, url, headers)));
  return known.filter((_, n) => statuses[n] !== 403);
};

const BODIES: [string, Record<string, string>][] = [
  ["application/json", hostileJson()],
  ["application/x-www-form-urlencoded", hostileForms()],
];

type Try = { at: string; name: string; send: () => Promise<number> };

/** Every shape at every open endpoint, with each credential that is accepted there. */
const tries = async (): Promise<Try[]> => {
  const targets = await Promise.all(
    openRoutes("POST", "PUT", "DELETE").map(async ([method, url]) =>
      (await callersOf(method, url)).map(([who, headers]) => ({ method, url, who, headers })),
    ),
  );
  return targets.flat().flatMap(({ method, url, who, headers }) =>
    BODIES.flatMap(([type, shapes]) =>
      Object.entries(shapes).map(([name, text]) => ({
        at: `${method} ${url}`,
        name: `${name} as ${who}`,
        send: () => call(method, url, { ...headers, "content-type": type }, text),
      })),
    ),
  );
};

describe("bodies that cost time, at every endpoint that is open or takes a link (rules 2)", () => {
  it("1 MiB of each delays no request by 100 ms, and none is carried out", { timeout: 300_000 }, async () => {
    const slow: string[] = [];
    const statuses = new Map<string, number[]>();
    for (const { at, name, send } of await tries()) {
      const seen = statuses.get(at) ?? [];
      statuses.set(at, seen);
      const ms = await processorMs(async () => seen.push(await send()), HELD_MS_MAX);
      if (ms > HELD_MS_MAX) slow.push(`${at}: ${name}, ${ms} ms`);
    }
    assert.deepEqual(slow, []);
    assert.ok(statuses.size > 15, [...statuses.keys()].join(", "));
    for (const [at, seen] of statuses)
      assert.ok(
        seen.every((status) => status >= 400 && status < 500),
        `${at}: ${seen.join(", ")}`,
      );
    for (const at of [
      "POST /session",
      "POST /kiosk/api/pairing/poll",
      "POST /visit/api/visits",
      "PUT /visit/api/invitation",
    ])
      assert.ok(statuses.get(at)?.includes(413), at);
  });

  it("a query of 64 KiB delays no request by 100 ms", { timeout: 120_000 }, async () => {
    const lists = [`/api/visitors/bycompany/${site.location}`, `/api/knownvisitors/bycompany/${site.location}`];
    const routes = [...openRoutes("GET").map(([, url]) => url), ...lists];
    const slow: string[] = [];
    for (const url of routes) {
      const headers = url.startsWith("/api/") ? world.admin : ((await callersOf("GET", url))[0]?.[1] ?? {});
      for (const [name, query] of Object.entries(hostileQueries)) {
        const ms = await processorMs(() => call("GET", `${url}?count=1&page=1&${query}`, headers), HELD_MS_MAX);
        if (ms > HELD_MS_MAX) slow.push(`${url}: ${name}, ${ms} ms`);
      }
    }
    assert.deepEqual(slow, []);
  });

  it("413: more than 64 KiB besides the pictures, whatever else is called so; a picture itself may be longer", async () => {
    const rest = (length: number) => ({ answers: { first_name: "x".repeat(length) }, client_ref: "12345678" });
    const long = rest(70_000);
    const picture = "A".repeat(200_000);
    for (const [method, path, token] of [
      ["POST", "/visits", callers["poster"]],
      ["PUT", "/invitation", callers["invitation"]],
    ] as const) {
      const post = (type: string, text: string): Promise<number> =>
        call(method, `/visit/api${path}`, { ...token, "content-type": type }, text);
      const send = (body: unknown): Promise<number> => post("application/json", JSON.stringify(body));
      for (const more of [{}, { photo: "" }, { photo: "AAAA" }, { photo: picture }, { photo: '"' }, { photo: {} }])
        assert.equal(await send({ ...long, ...more }), 413, `${path} ${Object.keys(more).join("")}`);
      assert.equal(await send({ ...rest(22_000), answers: { company: "é".repeat(40_000) } }), 413, path);
      assert.equal(await send({ ...rest(1), photo: '"'.repeat(40_000) }), 413, path);
      assert.equal(await send({ ...rest(1), answers: { a: `photo=${picture}` } }), 413, path);
      assert.equal(await send({ ...rest(1), photos: picture }), 413, path);
      assert.notEqual(await send(rest(60_000)), 413, path);
      assert.notEqual(await send({ ...rest(50_000), photo: picture, signature: picture }), 413, path);
      const form = `client_ref=12345678&photo=${picture}`;
      assert.notEqual(await post("application/x-www-form-urlencoded", form), 413, path);
      assert.equal(await post("application/x-www-form-urlencoded", `${form}&a=${"x".repeat(70_000)}`), 413, path);
      // A form that begins with a bracket is read as JSON, and so it is counted.
      const text = JSON.stringify({ a: `&photo=${picture}` });
      assert.equal(await post("application/x-www-form-urlencoded", `\ufeff${text}`), 413, path);
    }
  });

  it("8 MiB of pictures, or of what looks like their beginning, are counted in 100 ms", async () => {
    const times = (piece: string): string => piece.repeat((8 * 1024 * 1024) / piece.length);
    const texts = [
      '"photo":""',
      '"photo":"',
      '"photo"',
      '"photo":"\\"',
      '"',
      "A",
      " ",
      "&photo=",
      "&",
      '"photo"  :  ',
    ].map(times);
    texts.push(`{"photo":"${times("A")}"}`, `{"photo":"${times("\\/")}"}`, `photo=${times("%41")}`);
    for (const text of texts)
      for (const isJson of [true, false]) {
        const ms = await processorMs(() => picturesLength(text, isJson, 65_536), HELD_MS_MAX);
        assert.ok(ms <= HELD_MS_MAX, `${text.slice(0, 20)}: ${ms} ms`);
      }
  });
});

describe("larger bodies, where the caller is known", () => {
  it("8 MiB of each shape take time in proportion: 100 ms a MiB", { timeout: 120_000 }, async () => {
    const mib = 8;
    const tries: [string, () => unknown][] = [
      ...Object.entries(hostileJson(mib)).map(([name, text]): [string, () => unknown] => [name, () => parseJson(text)]),
      ...Object.entries(hostileForms(mib)).map(([name, text]): [string, () => unknown] => [
        name,
        () => parseForm(text),
      ]),
    ];
    for (const [name, read] of tries) {
      const ms = await processorMs(() => {
        try {
          read();
        } catch (error) {
          assert.ok(error instanceof Error, name);
        }
      }, mib * HELD_MS_MAX);
      assert.ok(ms <= mib * HELD_MS_MAX, `${name}: ${ms} ms`);
    }
  });

  it("400: a number of 401 characters, anywhere in the body; 200: one of 400 that a double holds", () => {
    const zeros = (length: number): string => `0.${"0".repeat(length - 2)}`;
    assert.throws(() => parseJson(`{"a":[${zeros(400)}1]}`), /400 characters/);
    assert.throws(() => parseJson(`[1${"0".repeat(400)}]`), /400 characters/);
    assert.deepEqual(parseJson(`[${zeros(399)}0]`), [0]);
    assert.deepEqual(parseJson(`{"a":1.5${"0".repeat(397)}}`), { a: 1.5 });
    assert.deepEqual(parseJson(`{"a":"${"1".repeat(500)}"}`), { a: "1".repeat(500) });
  });
});
