import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { canonicalTimeZone, TIME_ZONES } from "../../../../shared/time/time-zones/time-zones.ts";
import { zoneMatches, zoneWords } from "../../../../web/console/components/date/zone-search.ts";
import { ZONE_CITIES } from "../../../../web/console/components/date/zone-cities.ts";
import { makeWorld, type World } from "../../../support/world.ts";

let world: World;
let known: string[];

before(async () => {
  world = await makeWorld();
  const { rows } = await world.db.pool.query<{ name: string }>("select name from pg_timezone_names");
  known = rows
    .map(({ name }) => name)
    .filter((name) => !/^(?:posix|right|SystemV)\b|^(?:Factory|posixrules|localtime)$/.test(name));
});
after(() => world.close());

/** Half-hours from UTC on the first of each month from 2000 to 2030: equal where two names have the same rules. */
const rulesOf = (timeZone: string): string => {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset", year: "numeric" });
  return Array.from({ length: 62 }, (_, n) => format.format(Date.UTC(2000, 6 * n, 1))).join(" ");
};

const words = zoneWords("de");
const found = (typed: string): string[] =>
  TIME_ZONES.map(({ name }) => name).filter((zone) => zoneMatches(words, zone, typed));

describe("time zones (rules 4.2)", () => {
  it("each that PostgreSQL knows is accepted, and given a name of today that has the same rules", () => {
    assert.ok(known.length > 550, String(known.length));
    for (const name of known) {
      const today = canonicalTimeZone(name);
      assert.ok(today !== undefined, name);
      assert.equal(rulesOf(today), rulesOf(name), `${name}: ${today}`);
      assert.equal(canonicalTimeZone(name.toUpperCase()), today);
      assert.equal(canonicalTimeZone(today), today);
    }
  });

  it("each that is offered is known to PostgreSQL", () => {
    for (const { name } of TIME_ZONES) assert.ok(known.includes(name), name);
    assert.ok(TIME_ZONES.length > 400);
  });

  it("each that the browser knows under a name of old is offered under its name of today", () => {
    const offered = new Set(TIME_ZONES.map(({ name }) => name));
    for (const name of Intl.supportedValuesOf("timeZone")) assert.ok(offered.has(canonicalTimeZone(name) ?? ""), name);
    for (const name of ["Asia/Calcutta", "Europe/Kiev", "Asia/Saigon", "Asia/Rangoon", "Atlantic/Faeroe"])
      assert.ok(!offered.has(name), name);
  });

  it("offsets and other text aren't time zones", () => {
    for (const name of ["", "+02:00", "-05", "Mars/Olympus", "Europe", "Europe/Brussels ", "CET+1"])
      assert.equal(canonicalTimeZone(name), undefined, name);
  });

  it("each is found by its name of today and by each former one", () => {
    for (const name of known) {
      const today = canonicalTimeZone(name) ?? "";
      if (/^Etc\/GMT[+-][1-9]/.test(today) || today === "UTC") continue;
      for (const typed of [name, today, name.replaceAll("_", " ").toLowerCase()])
        assert.ok(found(typed).includes(today), `${typed}: ${today}`);
    }
  });

  it("each is found by its city and by its country, in the reader's language and in English", () => {
    for (const [typed, zone] of [
      ["Kyiv", "Europe/Kyiv"],
      ["kiev", "Europe/Kyiv"],
      ["Kolkata", "Asia/Kolkata"],
      ["mumbai", "Asia/Kolkata"],
      ["Indien", "Asia/Kolkata"],
      ["india", "Asia/Kolkata"],
      ["Ho Chi Minh City", "Asia/Ho_Chi_Minh"],
      ["Yangon", "Asia/Yangon"],
      ["Buenos Aires", "America/Argentina/Buenos_Aires"],
      ["Faroe", "Atlantic/Faroe"],
      ["Munchen", "Europe/Berlin"],
      ["utc", "UTC"],
    ] as const)
      assert.ok(found(typed).includes(zone), typed);
    for (const zone of Object.keys(ZONE_CITIES)) assert.ok(found(zone).includes(zone), zone);
    assert.deepEqual(found("Antwerpen"), ["Europe/Brussels"]);
    assert.deepEqual(found("atlantis"), []);
  });
});
