import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { parseForm } from "../../../../server/platform/http/input/form.ts";
import { type Answer, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const FORM = { "content-type": "application/x-www-form-urlencoded" };

const start = (fields: string): Promise<Answer> =>
  world.call("POST", "/visitors", { form: `company_id=${location}&${fields}` });

describe("form-encoded bodies (interface 1, rules 2)", () => {
  it("200: nested keys, arrays and repeated keys arrive as objects and arrays; extra keys stay text (rules 2)", async () => {
    const { status, body } = await start("a[b]=1&a[c][d]=2&ids[]=1&ids[]=2&twice=x&twice=y&one[]=z&age=7&ok=true");
    assert.equal(status, 200);
    assert.deepEqual(body.a, { b: "1", c: { d: "2" } });
    assert.deepEqual(body.ids, ["1", "2"]);
    assert.deepEqual(body.twice, ["x", "y"]);
    assert.deepEqual(body.one, ["z"]);
    assert.equal(body.age, "7");
    assert.equal(body.ok, "true");
  });

  it("200: percent signs, plus signs and UTF-8 are decoded as forms have them", async () => {
    const { body } = await start("first_name=Jos%C3%A9+%2B%25&last_name=%F0%9F%99%82&company=a%26b%3Dc");
    assert.equal(body.first_name, "José +%");
    assert.equal(body.last_name, "🙂");
    assert.equal(body.company, "a&b=c");
  });

  it("200: documented fields are converted to their type", async () => {
    for (const [sent, safe] of [
      ["true", true],
      ["1", true],
      ["on", true],
      ["false", false],
      ["0", false],
      ["off", false],
      ["yes", true],
      ["no", false],
      ["True", true],
      ["ON", true],
      ["Yes", true],
      ["FALSE", false],
      ["Off", false],
      ["NO", false],
    ])
      assert.equal((await start(`safe=${sent}`)).body.safe, safe, String(sent));
    assert.equal((await start("signed_in_source=2")).body.signed_in_source, 0);
    const settings =
      "name=Branch&settings[signout_days]=3&settings[visitor_numbers]=true&languages[]=en&languages[]=nl";
    const { body } = await world.call("POST", "/companies", { form: settings });
    assert.equal(body.settings.signout_days, 3);
    assert.equal(body.settings.visitor_numbers, true);
    assert.deepEqual(body.languages, ["en", "nl"]);
  });

  it("400: a documented field that does not convert is named", async () => {
    for (const [fields, name] of [
      ["safe=perhaps", "safe"],
      ["email=nobody", "email"],
      ["visit_type=12", "visit_type"],
      ["signed_in=yesterday", "signed_in"],
      ["signed_in_source=7", "signed_in_source"],
    ] as const) {
      const { status, body } = await start(fields);
      assert.equal(status, 400, fields);
      assert.ok(body.message.includes(`"${name}"`), body.message);
    }
  });

  it("200: a blank documented email, date, id, number or boolean is absent; a blank text stays (rules 2.2)", async () => {
    const { status, body } = await start("email=&recipient_mail=+&signed_out=&visit_type=&safe=&first_name=&badge=");
    assert.equal(status, 200);
    for (const key of ["email", "recipient_mail", "signed_out", "visit_type"]) assert.ok(!(key in body), key);
    assert.equal(body.safe, false);
    assert.equal(body.badge, "");
  });

  it("200: a single value does for a documented array", async () => {
    const visit = await buildVisit(world, location);
    const path = `/companies/${location}/visitors/safe`;
    for (const form of [`ids[]=${visit._id}`, `ids=${visit._id}`, `ids[]=${visit._id.toUpperCase()}`]) {
      const { status, body } = await world.call("POST", path, { form });
      assert.equal(status, 200);
      assert.deepEqual(
        body.map(({ _id }: { _id: string }) => _id),
        [visit._id],
      );
    }
  });

  it("200: numbers in brackets are the places in a documented array, also of objects; extra keys stay objects", async () => {
    const { body } = await world.call("POST", `/companies/${location}/visittypes`, {
      form:
        "name=Courier&fields[1][label]=Dock&fields[1][type]=dropdown&fields[1][options][0]=North&fields[1][options][1]=South" +
        "&fields[0][label]=Parcels&fields[0][type]=number&fields[0][required]=true",
    });
    const custom = body.fields.filter(({ _id }: { _id?: string }) => _id !== undefined);
    assert.deepEqual(
      custom.map(({ label, type, required, options }: Record<string, unknown>) => [label, type, required, options]),
      [
        ["Parcels", "number", true, []],
        ["Dock", "dropdown", false, ["North", "South"]],
      ],
    );
    const bulk = await world.call("POST", `/companies/${location}/visitees/bulk`, { form: "0[cn]=Ann&1[cn]=Ben" });
    assert.deepEqual([bulk.status, bulk.body.created], [200, 2]);
    assert.deepEqual((await start("list[0]=a&list[1]=b")).body.list, { 0: "a", 1: "b" });
    const form = "name=Courier&fields[first][label]=Parcels";
    assert.equal((await world.call("POST", `/companies/${location}/visittypes`, { form })).status, 400);
  });

  it("200: an empty ids[]= is an empty list", async () => {
    for (const empty of ["agreements[]=", "agreements="]) {
      const visit = await start(empty);
      assert.deepEqual([visit.status, visit.body.agreements], [200, []], empty);
    }
    const safe = await world.call("POST", `/companies/${location}/visitors/safe`, { form: "ids[]=&safe=true" });
    assert.deepEqual([safe.status, safe.body], [200, []]);
  });

  it("400: bytes that are not UTF-8; 200: the character that stands for such bytes, sent as itself", async () => {
    assert.equal((await start("x=%ff")).status, 400);
    assert.equal((await start("x=%EF%BF%BD")).body.x, "\ufffd");
    assert.equal((await start("x=100%25&y=50%")).body.y, "50%");
  });

  it("200: bare []= is the array of a bulk call", async () => {
    assert.deepEqual(parseForm("[]=a&[]=b"), ["a", "b"]);
    const { status, body } = await world.call("POST", `/companies/${location}/visitees/bulk`, { form: "[]=a&[]=b" });
    assert.equal(status, 400);
    assert.match(body.message, /^Row 1: /);
  });

  it("200: a form that begins with a bracket is the JSON of a client that forgot its header, and is not converted", async () => {
    const json = (value: unknown): Promise<Answer> =>
      world.call("POST", "/visitors", { raw: ` \n${JSON.stringify(value)}`, headers: FORM });
    const { status, body } = await json({ company_id: location, age: 7, "a[b]": 1 });
    assert.equal(status, 200);
    assert.equal(body.age, 7);
    assert.equal(body["a[b]"], 1);
    assert.equal((await json({ company_id: location, safe: "true" })).status, 400);
  });

  it("400: a key that is both a value and a group, a __proto__ at any depth, a NUL, and bytes that are not UTF-8", async () => {
    for (const fields of [
      "a=1&a[b]=2",
      "a[b]=2&a=1",
      "a[]=1&a[b]=2",
      "__proto__=1",
      "__proto__[x]=1",
      "a[__proto__][x]=1",
      "a[][__proto__]=1",
      "a=%00",
      "a%00=1",
    ])
      // prettier-ignore
      assert.equal((await start(fields)).status, 400, fields);
    const bytes = Buffer.concat([Buffer.from(`company_id=${location}&a=`), Buffer.from([0xff, 0xfe])]);
    assert.equal((await world.call("POST", "/visitors", { raw: bytes, headers: FORM })).status, 400);
  });

  it("400: groups nested deeper than 64, and 200 at 64", async () => {
    assert.equal((await start(`a${"[b]".repeat(63)}=1`)).status, 200);
    assert.equal((await start(`a${"[b]".repeat(64)}=1`)).status, 200);
    assert.equal((await start(`a${"[b]".repeat(65)}=1`)).status, 400);
    assert.equal((await start(`a${"[b]".repeat(5000)}=1`)).status, 400);
  });

  it(
    "400: a megabyte of one name, of one deep key, or of brackets takes no longer than any other",
    { timeout: 20_000 },
    async () => {
      for (const fields of ["a=&".repeat(300_000), "a[]=&".repeat(200_000), `a${"[b]".repeat(300_000)}=1`])
        assert.equal((await start(fields)).status, 400);
      for (const fields of [`${"[".repeat(1_000_000)}=1`, `${"[a".repeat(500_000)}=1`, `${"]a[".repeat(300_000)}=1`])
        assert.equal((await start(fields)).status, 400);
    },
  );

  it("200: 20,000 values; 400: one more", async () => {
    const path = `/companies/${location}/visitors/safe`;
    const form = (values: number): string => "ids[]=66f1a2b3c4d5e6f708192a3b&".repeat(values).slice(0, -1);
    assert.equal((await world.call("POST", path, { form: form(20_000) })).status, 200);
    assert.equal((await world.call("POST", path, { form: form(20_001) })).status, 400);
  });

  it("200: keys that objects inherit are ordinary keys", async () => {
    const { body } = await start("constructor=1&toString=2&a[hasOwnProperty]=3&=4");
    assert.equal(body.constructor, "1");
    assert.equal(body.toString, "2");
    assert.deepEqual(body.a, { hasOwnProperty: "3" });
    assert.equal(body[""], "4");
  });
});
