import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { atKiosk, buildSite, type Site } from "../../../support/door.ts";
import { type Answer, type Body, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let site: Site;

before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
});
after(() => world.close());

const path = (id = ""): string => `/companies/${site.location}/agreements${id && `/${id}`}`;
const vtt = (words: string): string => `WEBVTT\n\n00:00.000 --> 00:04.000\n${words}\n`;
const create = (body: Record<string, unknown>): Promise<Answer> =>
  world.post(path(), { name: "Safety", type: "video", video: "https://films.example/safety.mp4", ...body });
const build = async (body: Record<string, unknown>): Promise<Body> => {
  const answer = await create(body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

describe("captions of an agreement's video (interface 2.3)", () => {
  it("200: by language, as the video's addresses: asked for, English, the location's, the first", async () => {
    const { _id } = await build({
      captions: vtt("Hard hats on."),
      translations: { captions: { nl: vtt("Helm op.") } },
    });
    const read = async (language: string) => (await world.get(`${path(_id)}?language_id=${language}`)).body;
    assert.equal((await read("nl")).captions, vtt("Helm op."));
    assert.equal((await read("fr")).captions, vtt("Hard hats on."));
    assert.deepEqual((await read("en")).translations.captions, { en: vtt("Hard hats on."), nl: vtt("Helm op.") });
  });

  it("200: merged by language, removed by null, left out without any", async () => {
    const { _id, captions } = await build({ translations: { captions: { nl: vtt("a"), fr: vtt("b") } } });
    assert.equal(captions, vtt("a"));
    const put = async (body: unknown) => (await world.put(path(_id), body)).body;
    assert.deepEqual((await put({ translations: { captions: { nl: null } } })).translations.captions, { fr: vtt("b") });
    const without = await put({ captions: null });
    assert.deepEqual([without.captions, without.translations.captions], [undefined, undefined]);
  });

  it("200: they make no new version: what is signed is the video", async () => {
    const { _id } = await build({});
    assert.equal((await world.put(path(_id), { captions: vtt("Hard hats on.") })).body.version, 1);
    assert.equal((await world.put(path(_id), { video: "https://films.example/new.mp4" })).body.version, 2);
    assert.equal((await world.get(path(_id))).body.captions, vtt("Hard hats on."));
  });

  it("200: a byte order mark, a title, hours and every kind of line break are WebVTT", async () => {
    for (const captions of [
      `\uFEFF${vtt("a")}`,
      "WEBVTT Safety film\r\n\r\n1\r\n01:00:00.000 --> 01:00:02.500 line:0\r\nHold on.\r\n",
      "WEBVTT\r\r00:01.000\t-->\t00:02.000\rGo.\r",
    ])
      assert.equal((await build({ captions })).captions, captions);
  });

  it("400: what is not WebVTT, or too long, names the language", async () => {
    const srt = "1\n00:00:01,000 --> 00:00:04,000\nHard hats on.\n";
    for (const captions of [srt, "WEBVTT", "WEBVTT\n\nHard hats on.", `WEBVTTX${vtt("a").slice(6)}`, `\n${vtt("a")}`]) {
      const { status, body } = await create({ captions });
      assert.deepEqual([status, body.code, body.field], [400, "wrong_format", "captions.en"], captions);
    }
    const { body } = await create({ translations: { captions: { nl: vtt("x".repeat(262_144)) } } });
    assert.deepEqual([body.code, body.field], ["too_large", "captions.nl"]);
  });

  it("the log notes them by their SHA-256, and nothing without any", async () => {
    const { _id } = await build({});
    await world.put(path(_id), { captions: vtt("Hard hats on.") });
    const { body } = await world.get(`/companies/${site.location}/audit?subject_id=${_id}`);
    const noted = body.map(({ after }: Body) => after.captions_sha256?.length);
    assert.deepEqual(noted, [64, undefined]);
    assert.ok(!JSON.stringify(body).includes("Hard hats on."));
  });

  it("a door has those of its videos, and no other", async () => {
    const { _id: film } = await build({ captions: vtt("Hard hats on.") });
    const { _id: text } = await build({ type: "text", captions: vtt("Hard hats on.") });
    await world.put(`/companies/${site.location}/visittypes/${site.type._id}`, { agreements: [film, text] });
    const { door } = (await atKiosk(world, site, "/door")).body;
    const captionsOf = (id: string) => door.agreements.find(({ _id }: Body) => _id === id).captions;
    assert.deepEqual([captionsOf(film), captionsOf(text)], [{ en: vtt("Hard hats on.") }, undefined]);
  });
});
