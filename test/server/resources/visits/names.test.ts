import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { atKiosk, buildSite, type Site } from "../../../support/door.ts";
import { EUROPEAN_NAMES } from "../../../support/words/names.ts";
import { type Body, buildRegistered, buildVisit, makeWorld, type World } from "../../../support/world.ts";

/** A name of each language of Europe, and of others: given name, a blank, family name. */
const NAMES = [
  ...EUROPEAN_NAMES.filter((_, n) => n % 10 === 4),
  "Nguyễn Thị-Hằng",
  "Əli Məmmədov",
  "Ἀλέξανδρος Παπαδόπουλος",
  "Фёдор Щёголев",
  "Івана Воробйова",
  "محمّد الأحمدى",
  "דָּוִד לֵוִי",
  "山田 太郎",
  "ガブリエル ドゥポン",
  "김 민준",
  "प्रिया शर्मा",
  "สมชาย ใจดี",
  "ʻAnela Kaʻahumanu",
  "Ọláwálé Ẹ̀ṣọ́",
];

let world: World;
let site: Site;
before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
  for (const name of NAMES) {
    const [first_name = "", ...last] = name.split(" ");
    const body = { first_name, last_name: last.join(" ") };
    await buildVisit(world, site.location, body);
    await buildRegistered(world, site.location, body);
    await world.post("/visitees", { company_id: site.location, cn: name });
  }
});
after(() => world.close());

const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "");

/** How people type a name: as it is, in another form, without case, marks, apostrophes, hyphens, with other blanks, turned round. */
const typings = (name: string): string[] => [
  name.normalize("NFC"),
  name.normalize("NFD"),
  name.toUpperCase(),
  plain(name),
  name.replaceAll(/['’ʻ-]/g, ""),
  name.replaceAll(/['’]/g, "´"),
  name.replaceAll(" ", "\u00a0"),
  `${name.slice(0, 1)}\u200b${name.slice(1)}`,
  name.split(" ").toReversed().join(" "),
];

const search = async (path: string, typed: string): Promise<string[]> => {
  const url = `/${path}/bycompany/${site.location}?count=9&page=1&search=${encodeURIComponent(typed)}`;
  const { status, body, text } = await world.get(url);
  assert.equal(status, 200, text);
  return body.visitors.map(({ first_name, last_name }: Body) => `${first_name} ${last_name}`);
};

describe("a name, however it is typed (rules 2)", () => {
  for (const name of NAMES)
    it(`200: ${name} is found in the log, among the registered, as a host and as expected`, async () => {
      const [first = "", ...last] = name.split(" ");
      for (const typed of typings(name)) {
        assert.deepEqual(await search("visitors", typed), [name], `log: ${typed}`);
        assert.deepEqual(await search("knownvisitors", typed), [name], `registered: ${typed}`);
        const hosts = (await atKiosk(world, site, `/hosts?q=${encodeURIComponent(typed)}`)).body;
        assert.ok(JSON.stringify(hosts).includes(JSON.stringify(name)), `host: ${typed}`);
      }
      for (const [first_name, last_name] of [
        [plain(first), plain(last.join(" "))],
        [last.join(" ").toUpperCase(), first],
      ] as const) {
        const { body } = await atKiosk(world, site, "/expected", { first_name, last_name });
        assert.equal(body.outcome, "expected", `${first_name}, ${last_name}`);
      }
    });
});

describe("filter[field] (rules 2)", () => {
  it("200: composed and decomposed are one text, in any case; without its mark it is another", async () => {
    await buildVisit(world, site.location, { first_name: "Zoe\u0308", last_name: "Straße" });
    const found = async (field: string, value: string): Promise<number> =>
      (
        await world.get(
          `/visitors/bycompany/${site.location}?count=9&page=1&filter[${field}]=${encodeURIComponent(value)}&filter[last_name]=stra`,
        )
      ).body.total;
    for (const typed of ["Zoë", "ZOË", "zoe\u0308"]) assert.equal(await found("first_name", typed), 1, typed);
    for (const typed of ["straße", "STRASSE", "STRAẞE"]) assert.equal(await found("last_name", typed), 1, typed);
    for (const typed of ["zoe", "Zoé"]) assert.equal(await found("first_name", typed), 0, typed);
  });
});
