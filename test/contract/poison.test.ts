import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";

import { isDate, iso, startOfDay } from "../../server/platform/lib/time/time.ts";
import { pairKiosk } from "../support/kiosk.ts";
import { casesOf } from "../support/run/size.ts";
import { testServer } from "../support/database/server.ts";
import { type Answer, type Body, buildLocation, makeWorld, type World } from "../support/world.ts";
import { CORPUS, type Poison, valueOf } from "./corpus.ts";

/** Every pair of value and field, which takes minutes; without it each value goes to a few fields in turn. */
const ALL = process.env["FOYER_POISON"] === "all";
/** How many fields in turn a refusable value and a filter value goes to. */
const TURNS = ALL ? 1_000 : 3;
const tried = <T>(values: readonly T[]): readonly T[] => (ALL ? values : casesOf(values));

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
});
after(() => world.close());

/** A record with fields that hold text: how it is written and where it is read again. */
type Target = {
  fields: readonly string[];
  /** Creates or changes the record; the body's JSON text is sent unchanged. */
  write: (json: string) => Promise<Answer>;
  read: (answer: Body) => Promise<Body>;
  /** Members of every body. */
  base?: Record<string, unknown>;
};

const raw = (method: string, path: string, json: string): Promise<Answer> =>
  world.call(method, path, { raw: json, headers: { "content-type": "application/json" } });

/** `a.b` is the member b of a. */
const at = (body: Body, field: string): unknown =>
  field.split(".").reduce<unknown>((part, key) => Object(part)[key], body);

type Members = Record<string, string>;

const memberText = (field: string, json: string): string =>
  field.split(".").reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, json);

/** The JSON text of a body with these fields; values are JSON texts, nested ones must have different roots. */
const bodyText = (base: Record<string, unknown>, members: Members): string => {
  const known = Object.entries(base).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const sent = Object.entries(members).map(([field, json]) => memberText(field, json).slice(1, -1));
  return `{${[...known, ...sent].join(",")}}`;
};

/** Blank text in a documented email, date or id field is as absent (rules 2.2). */
const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

const sameDate = (sent: unknown, found: unknown): boolean =>
  typeof sent === "string" &&
  typeof found === "string" &&
  Date.parse(`${sent.replace(",", ".")}${/[zZ]|[+-]\d\d:?\d\d$/.test(sent) || !sent.includes("T") ? "" : "Z"}`) ===
    Date.parse(found);

/** A plain date is the start of that day at the location; a key has no location. */
const sameDay = (field: string, sent: unknown, found: unknown): boolean =>
  typeof sent === "string" &&
  field !== "expires_at" &&
  isDate(sent) &&
  found === iso(startOfDay(sent, "Europe/Brussels"));

const LOWERED = new Set(["mail"]);
const BLANK_IS_ABSENT = new Set([
  "email",
  "mail",
  "recipient_mail",
  "screening_mail",
  "visit_type",
  "entrypoint_id",
  "visiting_on",
]);
const DATES = new Set(["signed_in", "signed_out", "expires_at", "invited_date", "visiting_on.startDate"]);

const MESSAGES = new Set(["welcome_message", "signout_message", "notification_sign_in_text"]);

/** Whether what is read is what was sent, as rules 2 has it. */
const isKept = (field: string, sent: unknown, found: unknown): boolean => {
  // A visit without a start begins now; a key without an end never expires.
  if (DATES.has(field) && sameDay(field, sent, found)) return true;
  if (DATES.has(field)) return found === sent || sent === null || isBlank(sent) || sameDate(sent, found);
  if (sent === null) return found === undefined;
  // An empty text in a language counts as missing: the response falls back to another language (rules 4.1).
  if (MESSAGES.has(field) && sent === "") return found === undefined;
  if (BLANK_IS_ABSENT.has(field) && isBlank(sent)) return found === undefined || found !== sent;
  return found === (LOWERED.has(field) && typeof sent === "string" ? sent.toLowerCase() : sent);
};

const label = (field: string, { name }: Poison): string => `${field} <- ${name}`;

/** The outcome of one value in one field: kept, or refused by a 400 that names the field; anything else is a failure. */
const single = async ({ write, read, base = {} }: Target, field: string, poison: Poison): Promise<string[]> => {
  const answer = await write(bodyText(base, { [field]: poison.json }));
  if (answer.status === 400) {
    const named = answer.body.message.includes(`"${field.split(".")[0]}`) || /extra keys/.test(answer.body.message);
    return named ? [] : [`${label(field, poison)}: 400 does not name it: ${answer.body.message}`];
  }
  if (answer.status !== 200) return [`${label(field, poison)}: ${answer.status}`];
  const found = at(await read(answer.body), field);
  return isKept(field, valueOf(poison), found)
    ? []
    : [`${label(field, poison)}: read back as ${JSON.stringify(found)?.slice(0, 80)}`];
};

/** Writes one value into each field at once: 200 and all kept, else each is tried by itself. */
const packed = async (target: Target, values: Record<string, Poison>): Promise<string[]> => {
  const members = Object.fromEntries(Object.entries(values).map(([field, { json }]) => [field, json]));
  const answer = await target.write(bodyText(target.base ?? {}, members));
  if (answer.status >= 500) return [`${answer.status} for ${JSON.stringify(values).slice(0, 300)}`];
  if (answer.status === 200) {
    const found = await target.read(answer.body);
    return Object.entries(values)
      .filter(([field, poison]) => !isKept(field, valueOf(poison), at(found, field)))
      .map(
        ([field, poison]) => `${label(field, poison)}: read back as ${JSON.stringify(at(found, field))?.slice(0, 80)}`,
      );
  }
  const tries = Object.entries(values).map(([field, poison]) => single(target, field, poison));
  return (await Promise.all(tries)).flat();
};

const isPlain = (poison: Poison): boolean => {
  const value = valueOf(poison);
  return typeof value === "string" && /\S/.test(value) && !value.includes("\u0000") && value.isWellFormed();
};
const PLAIN = CORPUS.filter(isPlain);
const OTHERS = CORPUS.filter((poison) => !isPlain(poison));

/** A number without a factor in common with the size of the corpus, so that neighbours in a body are not neighbours in it. */
const STEP = 61;
const inTurn = <T>(items: readonly T[], n: number): T => {
  const item = items[n % items.length];
  if (item === undefined) throw new Error("nothing to take");
  return item;
};

/** Texts that may be stored: one body holds a different one in every field, and every field sees every value. */
const tryPlain = async (target: Target): Promise<string[]> => {
  const failures: string[] = [];
  for (const [n] of tried([...PLAIN.entries()])) {
    const values = target.fields.map((field, k) => [field, inTurn(PLAIN, n + k * STEP)] as const);
    failures.push(...(await packed(target, Object.fromEntries(values))));
  }
  return failures;
};

/** What no text field may hold, and blanks: one by one, because the first refusal would hide the others. */
const tryOthers = async (target: Target, values: readonly Poison[] = OTHERS): Promise<string[]> => {
  const failures: string[] = [];
  for (const [n, poison] of tried(values).entries())
    for (let turn = 0; turn < Math.min(TURNS, target.fields.length); turn += 1)
      failures.push(...(await single(target, inTurn(target.fields, n * TURNS + turn), poison)));
  return failures;
};

const readAt =
  (path: (body: Body) => string) =>
  async (body: Body): Promise<Body> =>
    (await world.get(path(body))).body;

const changed = (path: string, fields: readonly string[], base: Record<string, unknown> = {}): Target => ({
  fields,
  base,
  write: (json) => raw("PUT", path, json),
  read: readAt(() => path),
});

const created = async (path: string, body: unknown): Promise<string> => {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body._id;
};

const none = (failures: readonly string[]): void => assert.deepEqual(failures.slice(0, 12), []);

describe("every writable text of the interface (rules 2)", () => {
  const texts = ["first_name", "last_name", "company", "phone", "address", "zip_code", "city", "recipient", "language_id"]; // prettier-ignore
  const visits = (fields: readonly string[]): Target => ({
    fields,
    base: { company_id: location },
    write: (json) => raw("POST", "/visitors", json),
    read: readAt(({ _id }) => `/visitors/${_id}`),
  });

  it(`there are at least 600 values`, () => {
    assert.ok(new Set(CORPUS.map(({ json }) => json)).size >= 600);
  });

  it("200: the texts of a visit are read back as sent", async () => none(await tryPlain(visits(texts))));

  it("400: what is not text is refused in a visit, and the field named", async () =>
    none(await tryOthers(visits(texts))));

  it("200 or 400: an extra key keeps any value of the corpus or is refused by name", async () => {
    const failures: string[] = [];
    for (const poison of tried(CORPUS)) {
      const answer = await raw("POST", "/visitors", `{"company_id":"${location}","badge":${poison.json}}`);
      if (answer.status === 400 && /"badge"|extra keys/.test(answer.body.message)) continue;
      const { body } = answer.status === 200 ? await world.get(`/visitors/${answer.body._id}`) : answer;
      const same =
        answer.status === 200 && JSON.stringify(sorted(body.badge)) === JSON.stringify(sorted(valueOf(poison)));
      if (!same) failures.push(`${poison.name}: ${answer.status} ${JSON.stringify(body).slice(0, 200)}`);
    }
    none(failures);
  });

  it("200 or 400: a key may have any name of the corpus or is refused", async () => {
    const failures: string[] = [];
    for (const poison of tried(CORPUS.filter((one) => typeof valueOf(one) === "string"))) {
      const name = String(valueOf(poison));
      const answer = await raw("POST", "/visitors", `{"company_id":"${location}",${poison.json}:"value"}`);
      if (answer.status === 400) continue;
      const { body } = answer.status === 200 ? await world.get(`/visitors/${answer.body._id}`) : answer;
      const ignored = ["_id", "company_id"].includes(name);
      const same = Object.hasOwn(Object(body), name) && (ignored || Reflect.get(body, name) === "value");
      if (answer.status !== 403 && !same) failures.push(`${poison.name}: ${answer.status}`);
    }
    none(failures);
  });

  it("200 or 400: typed fields of a visit keep what they may hold and name what they refuse", async () => {
    const failures: string[] = [];
    for (const field of ["email", "recipient_mail", "visit_type", "entrypoint_id", "signed_in"])
      for (const poison of tried(CORPUS)) failures.push(...(await single(visits([field]), field, poison)));
    none(failures);
  });

  it("200 or 400: photo and signature keep what they may hold and name what they refuse", async () => {
    const failures: string[] = [];
    for (const [n, poison] of tried(CORPUS).entries()) {
      const field = inTurn(["photo", "signature"], n);
      failures.push(...(await single(visits([field]), field, poison)));
    }
    none(failures);
  });

  const registered = (fields: readonly string[]): Target => ({
    fields,
    base: { company_id: location },
    write: (json) => raw("POST", "/knownvisitors", json),
    read: readAt(({ _id }) => `/knownvisitors/${_id}`),
  });

  it("200 or 400: the texts of a registered visitor", async () => {
    const all = ["first_name", "last_name", "company", "phone", "recipient", "language_id"];
    none(await tryPlain(registered([...all, "badge"])));
    none(await tryOthers(registered(all)));
  });

  it("200 or 400: typed fields of a registered visitor keep what they may hold and name what they refuse", async () => {
    const failures: string[] = [];
    for (const field of ["email", "visit_type", "entrypoint_id", "status", "invited_date", "visiting_on"])
      for (const poison of tried(CORPUS.filter((one) => one.json !== "null" && !/^\{\s*\}$/.test(one.json))))
        failures.push(...(await single(registered([field]), field, poison)));
    none(failures);
  });

  it("200 or 400: a registered visitor with any extra key can be signed in, and the visit has the key", async () => {
    const failures: string[] = [];
    for (const poison of tried(PLAIN)) {
      const body = `{"company_id":"${location}","badge":${poison.json},${poison.json}:"value"}`;
      const known = await raw("POST", "/knownvisitors", body);
      if (known.status !== 200) continue;
      const visit = await world.post(`/knownvisitors/${known.body._id}/signin`);
      if (visit.status !== 200 || visit.body.badge !== valueOf(poison)) failures.push(`${poison.name}: ${visit.text}`);
    }
    none(failures);
  });

  const hosts = (fields: readonly string[]): Target => ({
    fields,
    base: { company_id: location, cn: "Ann" },
    write: (json) => raw("POST", "/visitees", json),
    read: readAt(({ _id }) => `/visitees/${_id}`),
  });

  it("200 or 400: the texts of a host", async () => {
    none(await tryPlain(hosts(["cn", "mobile", "telephoneNumber", "pronouns"])));
    none(await tryOthers(hosts(["cn"])));
    none(await tryOthers(hosts(["mobile", "telephoneNumber"])));
    for (const poison of tried(CORPUS)) none(await single(hosts(["mail"]), "mail", poison));
  });

  it("200 or 400: the texts of a location", async () => {
    const own = await buildLocation(world);
    const fields = ["name", "address", "zip_code", "city", "country"];
    none(await tryPlain(changed(`/companies/${own}`, fields)));
    none(await tryOthers(changed(`/companies/${own}`, fields)));
    const target = changed(`/companies/${own}`, [
      "timezone",
      "default_language",
      "settings.registered_lookup_field",
      "tier",
    ]);
    for (const field of target.fields)
      for (const poison of tried(CORPUS.filter((one) => one.json !== "null")))
        none(await single(target, field, poison));
  });

  it("200 or 400: the name of a device", async () => {
    const { device } = await pairKiosk(world, location);
    const target = changed(`/companies/${location}/devices/${device._id}`, ["name"]);
    none(await tryPlain(target));
    // Without a name it is called a kiosk.
    none(
      await tryOthers(
        target,
        OTHERS.filter(({ json }) => json !== "null"),
      ),
    );
  });

  it("200 or 400: the texts of an entry point", async () => {
    const path = `/companies/${location}/entrypoints`;
    const id = await created(path, { name: "Front door" });
    const target = changed(`${path}/${id}`, ["name"]);
    none(await tryPlain(target));
    none(await tryOthers(target));
    none(await tryPlain(changed(`${path}/${id}`, ["translations.name.fr"], { name: "Front door" })));
  });

  it("200 or 400: a language of a text may have any name of the corpus or is refused", async () => {
    const path = `/companies/${location}/entrypoints`;
    const id = await created(path, { name: "Front door" });
    const failures: string[] = [];
    for (const poison of tried(CORPUS.filter((one) => typeof valueOf(one) === "string"))) {
      const answer = await raw("PUT", `${path}/${id}`, `{"translations":{"name":{${poison.json}:"text"}}}`);
      const name = String(valueOf(poison));
      const kept = answer.status === 200 && Reflect.get(answer.body.translations.name, name) === "text";
      if (!kept && answer.status !== 400) failures.push(`${poison.name}: ${answer.status}`);
      if (answer.status === 200) await world.put(`${path}/${id}`, { translations: { name: { [name]: null } } });
    }
    none(failures);
  });

  it("200 or 400: the texts of a visit type", async () => {
    const path = `/companies/${location}/visittypes`;
    const id = await created(path, { name: "Visitor" });
    const target = changed(`${path}/${id}`, ["name", ...MESSAGES]);
    none(await tryPlain(target));
    none(await tryOthers(target));
    for (const poison of tried(CORPUS))
      none(await single(changed(`${path}/${id}`, ["screening_mail"]), "screening_mail", poison));
  });

  it("200 or 400: label, options and field_name of a question", async () => {
    const path = `/companies/${location}/visittypes`;
    const id = await created(path, { name: "Visitor" });
    const failures: string[] = [];
    for (const poison of tried(CORPUS)) {
      for (const key of ["label", "field_name", "options"]) {
        const sent = key === "options" ? `[${poison.json}]` : poison.json;
        const field = key === "label" ? `{"label":${sent}}` : `{"label":"Question","${key}":${sent}}`;
        const answer = await raw("PUT", `${path}/${id}`, `{"fields":[${field}]}`);
        const asked = answer.status === 200 ? answer.body.fields.filter(({ _id }: Body) => _id !== undefined) : [];
        const value = valueOf(poison);
        const kept = key === "field_name" || key === "label" || asked.some(({ options }: Body) => options[0] === value);
        const named = answer.status === 400 && /"fields/.test(answer.body.message);
        if (!named && !(answer.status === 200 && kept)) failures.push(`${key} <- ${poison.name}: ${answer.status} ${answer.text.slice(0, 100)}`); // prettier-ignore
      }
    }
    none(failures);
  });

  it("200 or 400: the texts of a user", async () => {
    const id = await created("/users", { email: "poison@example.org", role: "receptionist", companies: [location] });
    const target = changed(`/users/${id}`, ["first_name", "last_name", "language_id"]);
    none(await tryPlain(target));
    none(await tryOthers(target));
    for (const poison of tried(CORPUS.filter(({ json }) => json !== "null"))) {
      const answer = await raw("PUT", `/users/${id}`, `{"email":${poison.json}}`);
      const value = valueOf(poison);
      const kept = isBlank(value) || (typeof value === "string" && answer.body.email === value.toLowerCase());
      assert.ok(
        answer.status === 200 ? kept : answer.status === 400 && /"email"/.test(answer.body.message),
        poison.name,
      );
      if (answer.status === 200) assert.equal((await world.get(`/users/${id}`)).body.email, answer.body.email);
    }
  });

  it("200, 400 or 403: the texts of an API key", async () => {
    const { body } = await world.post("/apikeys", { name: "key", companies: [location] });
    const target: Target = {
      fields: ["name"],
      write: (json) => raw("PUT", `/apikeys/${body._id}`, json),
      read: async () => (await world.get("/apikeys")).body.find(({ _id }: Body) => _id === body._id),
    };
    none(await tryPlain(target));
    none(await tryOthers(target));
    for (const poison of tried(CORPUS)) {
      none(await single(target, "expires_at", poison));
      const ranges = await raw("PUT", `/apikeys/${body._id}`, `{"ip_ranges":[${poison.json}]}`);
      assert.ok(ranges.status === 400 && /ip_ranges/.test(ranges.body.message), `${poison.name}: ${ranges.status}`);
      const companies = await raw("PUT", `/apikeys/${body._id}`, `{"companies":[${poison.json}]}`);
      assert.ok([400, 403].includes(companies.status), `${poison.name}: ${companies.status}`);
    }
  });
});

/** Values as they fit a query string; the longest ones would not pass a real connection. */
const QUERY_TEXT_MAX = 8_192;
const queryValues = (): string[] =>
  CORPUS.map(valueOf).filter(
    (value): value is string => typeof value === "string" && value.length <= QUERY_TEXT_MAX && value.isWellFormed(),
  );

const FILTERED = ["_id", "company_id", "first_name", "last_name", "company", "email", "phone", "address", "zip_code", "city", "recipient", "recipient_mail", "visit_type", "entrypoint_id", "known_visitor_id", "signed_in", "signed_out", "signed_in_source", "signed_out_source", "approval", "safe", "agreements", "photo", "signature", "user_id", "signed_in_user", "signed_out_user", "language_id", "create_date", "mod_date", "badge", "nobody", "visiting_on", "persistent", "status", "invited_date", "preregistered_date"]; // prettier-ignore

const query = (pairs: readonly (readonly [string, string])[]): string =>
  `count=5&page=1&${pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;

describe("every filter and sort (interface 4.2, rules 2)", () => {
  const lists = (): string[] =>
    ["visitors/bycompany", "visitors/signed_current/paged", "knownvisitors/bycompany"].map(
      (list) => `/${list}/${location}`,
    );

  it("200: a visit is found by each text it holds", async () => {
    const own = await buildLocation(world);
    const failures: string[] = [];
    for (const value of tried(queryValues().filter((text) => /\S/.test(text) && !text.includes("\u0000")))) {
      await world.post("/visitors", { company_id: own, first_name: `a${value}z`, badge: value });
      for (const field of ["first_name", "badge"]) {
        const { status, body } = await world.get(`/visitors/bycompany/${own}?${query([[`filter[${field}]`, value]])}`);
        if (value.trim() !== "" && !(status === 200 && body.total >= 1)) failures.push(`${field} ${JSON.stringify(value)}: ${status} ${body.total}`); // prettier-ignore
      }
    }
    none(failures);
  });

  it("200 or 400: each value filters every field", async () => {
    const failures: string[] = [];
    for (const [n, value] of tried(queryValues()).entries()) {
      const turns = Array.from({ length: Math.min(TURNS, FILTERED.length) }, (_, turn) => [inTurn(FILTERED, n * TURNS + turn)]); // prettier-ignore
      for (const fields of [...turns, FILTERED.slice(0, 20), FILTERED.slice(20)]) {
        const text = query(fields.map((field) => [`filter[${field}]`, value]));
        const { status } = await world.get(`${inTurn(lists(), n)}?${text}`);
        if (status !== (value.includes("\u0000") ? 400 : 200))
          failures.push(`${fields.join()} ${JSON.stringify(value)}: ${status}`);
      }
    }
    none(failures);
  });

  it("200 or 400: each value bounds a date range, names a field, sorts by it, and is a direction", async () => {
    const failures: string[] = [];
    for (const [n, value] of tried(queryValues()).entries()) {
      const field = inTurn(FILTERED, n);
      for (const pairs of [
        [[`filter[signed_in][startDate]`, value]],
        [[`filter[signed_in][endDate]`, value]],
        [[`filter[badge][startDate]`, value]],
        [[`filter[badge][endDate]`, value]],
        [[`filter[visiting_on][startDate]`, value]],
        [[`filter[visiting_on][endDate]`, value]],
        [[`filter[${value}]`, "x"]],
        [[`filter[${value}][startDate]`, "2026-01-01"]],
        [[`sorting[${value}]`, "asc"]],
        [[`sorting[${field}]`, value]],
        [["datetimestamp", value]],
        [[value, value]],
      ] as [string, string][][]) {
        const { status, text } = await world.get(`${inTurn(lists(), n)}?${query(pairs)}`);
        if (status !== 200 && status !== 400) failures.push(`${JSON.stringify(pairs)}: ${status} ${text}`);
      }
    }
    none(failures);
  });

  it("200, 400 or 404: each value as part of a path", async () => {
    const failures: string[] = [];
    // "." and ".." are taken out of a path by the client.
    for (const value of tried(queryValues().filter((one) => !/^\.*$/.test(one)))) {
      const text = encodeURIComponent(value);
      for (const path of [
        `/visitors/${text}`,
        `/visitors/bycompany/${text}?count=1&page=1`,
        `/companies/${location}/statistics/${text}`,
        `/visitors/perday/${location}/${text}/2026-01-01`,
        `/companies/${location}/statistics/graph/${text}/${text}`,
        `/${text}`,
      ]) {
        const { status } = await world.get(path);
        if (status >= 500) failures.push(`${path.slice(0, 200)}: ${status}`);
      }
    }
    none(failures);
  });

  it("0 errors of the database: nothing of all this reached it as bad syntax, bad value or too large (classes 22, 42, 54)", async () => {
    const { logFile } = await testServer();
    await assert.rejects(world.db.pool.query("select 1/0"), "an error of our own, to see that they are written down");
    const lines = (await readFile(logFile, "utf8")).split("\n").filter((line) => line.includes(` ${world.database} `));
    assert.match(lines.pop() ?? "", /ERROR: {2}division by zero/);
    none(lines);
  });
});

/** With its keys in order: jsonb does not keep the order of keys in nested objects (rules 2). */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
