import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";

import type { Door } from "../../../web/visitor-flow/door.ts";
import { emptyDraft, problemsOf, signInOf } from "../../../web/visitor-flow/draft.ts";
import type { Draft, SignedText } from "../../../web/visitor-flow/model.ts";
import { textsToSign, withRefusedSignature, withValidSignature } from "../../../web/visitor-flow/signed-texts.ts";
import { stepsOf } from "../../../web/visitor-flow/steps.ts";
import { atKiosk, buildAgreement, buildSite, PICTURE, type Site } from "../../support/door.ts";
import { type Answer, type Body, makeWorld, type World } from "../../support/world.ts";

let world: World;
before(async () => {
  world = await makeWorld();
});
after(() => world.close());

/** A location whose visitors sign two agreements, in English or Dutch. */
type Signing = { site: Site; rules: Body; safety: Body };

const buildSigning = async (): Promise<Signing> => {
  const site = await buildSite(world, {}, { languages: ["en", "nl"] });
  const rules = await buildAgreement(world, site, { name: "House rules", index: 1, expiry_days: 30 });
  const safety = await buildAgreement(world, site, {
    name: "Safety",
    agreement_text: { en: "Wear a helmet." },
    index: 2,
  });
  return { site, rules, safety };
};

const put = async (path: string, body: Record<string, unknown>): Promise<void> => {
  const { status, text } = await world.put(path, body);
  assert.equal(status, 200, text);
};

/** What an administrator can change, and whether a page that hasn't heard of it may still send the signature. */
const CHANGES: Record<string, { change: (of: Signing) => Promise<unknown>; refusal?: string }> = {
  "the text": {
    change: ({ site, rules }) =>
      put(`/companies/${site.location}/agreements/${rules._id}`, { agreement_text: { en: "I pay 10,000 euros." } }),
    refusal: "agreement_changed",
  },
  "the text's type": {
    change: ({ site, safety }) =>
      put(`/companies/${site.location}/agreements/${safety._id}`, {
        type: "video",
        video: "https://example.org/a.mp4",
      }),
    refusal: "agreement_changed",
  },
  "the title": {
    change: ({ site, rules }) => put(`/companies/${site.location}/agreements/${rules._id}`, { name: "Penalties" }),
    refusal: "agreement_changed",
  },
  "the order": {
    change: ({ site, type = site.type, rules, safety }: Signing & { type?: Body }) =>
      put(`/companies/${site.location}/visittypes/${type._id}`, { agreements: [safety._id, rules._id] }),
  },
  "how long a signature is valid": {
    change: ({ site, rules }) => put(`/companies/${site.location}/agreements/${rules._id}`, { expiry_days: 3000 }),
  },
  "an agreement more": {
    change: ({ site }) => buildAgreement(world, site, { name: "Third", index: 0 }),
    refusal: "wrong_answer",
  },
  "an agreement less": {
    change: ({ site, rules }) =>
      put(`/companies/${site.location}/visittypes/${site.type._id}`, { agreements: [rules._id] }),
  },
  "an agreement turned off": {
    change: ({ site, rules }) => put(`/companies/${site.location}/agreements/${rules._id}`, { active: false }),
    refusal: "agreement_changed",
  },
  "an agreement removed": {
    change: ({ site, rules }) => world.remove(`/companies/${site.location}/agreements/${rules._id}`),
    refusal: "agreement_changed",
  },
};

const readDoor = async (site: Site): Promise<{ door: Door; version: string }> =>
  (await atKiosk(world, site, "/door")).body as never;

const begun = (): Draft => ({
  ...emptyDraft(),
  answers: { first_name: "Jo", last_name: "Janssens" },
  host: { cn: "Ann Peeters" },
});

/** As the pages do it: what is on the screen is signed, by a drawing or by a name, and agreed to. */
const signed = (door: Door, draft: Draft, language: string): Draft => {
  const signedUnder = textsToSign(door, draft, language);
  return { ...draft, drawn: PICTURE, signedUnder, isTextChanged: false, agreed: signedUnder.map(({ _id }) => _id) };
};

const send = (
  site: Site,
  { door, version }: { door: Door; version: string },
  draft: Draft,
  more = {},
): Promise<Answer> =>
  atKiosk(world, site, "/visits", { ...signInOf(door, draft, "nl"), client_ref: randomUUID(), version, ...more });

type StoredSignature = { _id: string; version: number; name: string; language: string };
const storedSignatures = async (location: string): Promise<StoredSignature[]> => {
  const { rows } = await world.db.pool.query(
    "select agreement_id as _id, version, name, language from signed_agreements where company_id = $1 order by agreement_id",
    [location],
  );
  return rows;
};

const asShown = (texts: readonly SignedText[]) =>
  texts.map(({ expiry_days: _days, ...text }) => text).toSorted((a, b) => a._id.localeCompare(b._id));
const byName = (stored: StoredSignature[]) =>
  stored.map(({ _id, version, name, language }) => ({ _id, version, name, language }));

describe("a signature is worth what was on the screen", () => {
  for (const [name, { change, refusal }] of Object.entries(CHANGES)) {
    it(`${name} changes: pad and typed name are empty, the screen says so, and nothing that was agreed to is left`, async () => {
      const signing = await buildSigning();
      const before = await readDoor(signing.site);
      const drawn = signed(before.door, begun(), "nl");
      assert.equal(withValidSignature(before.door, drawn, "nl"), drawn, "not before the change");
      const typed = { ...drawn, drawn: undefined, typed: "Jo Janssens" };
      await change(signing);
      const { door } = await readDoor(signing.site);
      for (const draft of [drawn, typed, { ...drawn, agreed: [] }]) {
        const now = withValidSignature(door, draft, "nl");
        assert.deepEqual([now.drawn, now.typed ?? "", now.agreed, now.isTextChanged], [undefined, "", [], true]);
        assert.equal(now.answers, draft.answers, "the answers stay");
        const step = stepsOf(door, now, 4).find(({ kind }) => kind === "agreement");
        assert.ok(step);
        assert.deepEqual(problemsOf(door, step, now), { signature: "changed" });
      }
    });

    it(`${refusal === undefined ? "200" : "400"}: ${name} changes after the signature and the page hasn't heard of it`, async () => {
      const signing = await buildSigning();
      const { site } = signing;
      const shown = await readDoor(site);
      const draft = signed(shown.door, begun(), "nl");
      await change(signing);
      const { status, body } = await send(site, shown, draft);
      assert.equal(status, refusal === undefined ? 200 : 400, JSON.stringify(body));
      if (refusal === undefined) {
        assert.deepEqual(byName(await storedSignatures(site.location)), asShown(draft.signedUnder ?? []));
        return;
      }
      assert.deepEqual([body.code, body.field], [refusal, "agreements"]);
      assert.deepEqual(await storedSignatures(site.location), []);
      const now = await readDoor(site);
      const again = signed(now.door, withRefusedSignature(draft), "nl");
      assert.equal((await send(site, now, again)).status, 200);
      assert.deepEqual(byName(await storedSignatures(site.location)), asShown(again.signedUnder ?? []));
    });

    it(`200: ${name} changes while the kiosk is offline: what is stored is what it showed`, async () => {
      const signing = await buildSigning();
      const { site } = signing;
      const shown = await readDoor(site);
      const draft = signed(shown.door, begun(), "nl");
      await change(signing);
      const queued_at = new Date(world.clock.now - 60_000).toISOString();
      const sent = await send(site, shown, draft, {
        queued: { queued_at, sent_at: new Date(world.clock.now).toISOString() },
      });
      assert.equal(sent.status, 200, sent.text);
      assert.deepEqual(byName(await storedSignatures(site.location)), asShown(draft.signedUnder ?? []));
    });
  }

  it("another language is another text, and another visit type with other agreements too", async () => {
    const signing = await buildSigning();
    const { site, rules } = signing;
    await world.post(`/companies/${site.location}/visittypes`, { name: "Other", agreements: [rules._id] });
    const { door } = await readDoor(site);
    const draft = signed(door, { ...begun(), typeId: site.type._id }, "nl");
    assert.equal(withValidSignature(door, draft, "en").drawn, undefined);
    const other = door.visit_types.find(({ _id }) => _id !== site.type._id);
    assert.equal(withValidSignature(door, { ...draft, typeId: other?._id }, "nl").drawn, undefined);
  });
});
