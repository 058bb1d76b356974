import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { FoyerError } from "../../../../client/client.ts";
import {
  conflictsOf,
  type Edits,
  mergeEdits,
  withEdits,
} from "../../../../web/console/components/edits/merge-edits.ts";
import { saveMerged } from "../../../../web/console/components/edits/save-merged.ts";

type Fields = { name: string; company: string; texts: Record<string, string> };
type Conflicts = ReturnType<typeof conflictsOf>;

const OPENED: Fields = { name: "Yves", company: "Meyer", texts: { en: "Hello", nl: "Hallo" } };
const editsOf = (part: Partial<Fields>): Edits<Fields> => withEdits({ mine: {}, before: {} }, part, OPENED);

/** A record that others change, and a save of it. */
const recordOf = (first: Fields, changes: readonly Partial<Fields>[] = []) => {
  const [later, sent, asked] = [[...changes], [] as Partial<Fields>[], [] as Conflicts[]];
  let [now, version] = [first, 1];
  const change = (part: Partial<Fields>): void => {
    now = { ...now, ...part };
    version += 1;
  };
  const save = (edits: Edits<Fields>, answer = true) =>
    saveMerged(edits, {
      read: async () => {
        const state = { fields: now, match: { ifMatch: String(version) } };
        const next = later.shift();
        if (next !== undefined) change(next);
        return state;
      },
      send: async (changed, _, match) => {
        if (match.ifMatch !== String(version)) throw new FoyerError(412, "changed", "PUT", { code: "changed" });
        sent.push(changed);
        change(changed);
      },
      ask: async (conflicts) => {
        asked.push([...conflicts]);
        return answer;
      },
    });
  return { save, sent, asked, read: () => now };
};

describe("edits of a record that others change", () => {
  it("takes over what was not touched, and says what was touched by both", () => {
    const edits = editsOf({ name: "Yvesss" });
    assert.equal(mergeEdits(edits, { ...OPENED, company: "Meyer & Co" }).company, "Meyer & Co");
    assert.deepEqual(conflictsOf(edits, { ...OPENED, company: "Meyer & Co" }), []);
    const now = { ...OPENED, name: "Ivo" };
    assert.deepEqual(conflictsOf(edits, now), [{ field: "name", theirs: "Ivo", mine: "Yvesss" }]);
    assert.equal(mergeEdits(edits, now).name, "Yvesss");
  });

  it("merges the languages of a text one by one", () => {
    const edits = editsOf({ texts: { ...OPENED.texts, nl: "Dag" } });
    const now = { ...OPENED, texts: { en: "Welcome", nl: "Hallo", fr: "Bonjour" } };
    assert.deepEqual(mergeEdits(edits, now).texts, { en: "Welcome", nl: "Dag", fr: "Bonjour" });
    assert.deepEqual(conflictsOf(edits, now), []);
    const both = conflictsOf(edits, { ...OPENED, texts: { en: "Hello", nl: "Goedendag" } });
    assert.deepEqual(
      both.map(({ field }) => field),
      ["texts.nl"],
    );
  });

  it("is no conflict where both made the same of it, or the user put it back", () => {
    assert.deepEqual(conflictsOf(editsOf({ name: "Ivo" }), { ...OPENED, name: "Ivo" }), []);
    assert.equal(mergeEdits(editsOf({ name: "Yves" }), { ...OPENED, name: "Ivo" }).name, "Ivo");
  });

  it("compares with what the user saw when they began with the field, language by language", () => {
    const first = editsOf({ texts: { ...OPENED.texts, en: "Hi" } });
    const shown = { ...OPENED, texts: { en: "Hello", nl: "Goedendag" } };
    const further = withEdits(first, { texts: { en: "Hi there", nl: "Goedendag" } }, shown);
    assert.deepEqual(conflictsOf(further, { ...OPENED, texts: { en: "Hello", nl: "Dag" } }), []);
  });
});

describe("saveMerged", () => {
  it("sends what was edited alone, for the state that it has read", async () => {
    const record = recordOf({ ...OPENED, company: "Meyer & Co" });
    assert.equal((await record.save(editsOf({ name: "Yvesss" })))?.name, "Yvesss");
    assert.deepEqual([record.sent, record.asked], [[{ name: "Yvesss" }], []]);
  });

  it("asks before it overwrites, and leaves the record when the answer is no", async () => {
    const record = recordOf({ ...OPENED, name: "Ivo" });
    assert.equal(await record.save(editsOf({ name: "Yvesss" }), false), undefined);
    assert.deepEqual([record.sent, record.asked.length], [[], 1]);
    assert.equal((await record.save(editsOf({ name: "Yvesss" })))?.name, "Yvesss");
    assert.equal(record.read().name, "Yvesss");
  });

  it("reads again after a 412, and asks about a value that came meanwhile", async () => {
    const record = recordOf(OPENED, [{ company: "Meyer & Co" }, { name: "Ivo" }]);
    assert.equal((await record.save(editsOf({ name: "Yvesss" })))?.name, "Yvesss");
    assert.deepEqual(
      record.asked.flat().map(({ theirs }) => theirs),
      ["Ivo"],
    );
    assert.deepEqual(record.read(), { ...OPENED, name: "Yvesss", company: "Meyer & Co" });
  });

  it("asks once more if the other value changes while the question is open", async () => {
    const record = recordOf({ ...OPENED, name: "Ivo" }, [{ name: "Ivan" }]);
    assert.equal((await record.save(editsOf({ name: "Yvesss" })))?.name, "Yvesss");
    assert.deepEqual(
      record.asked.flat().map(({ theirs }) => theirs),
      ["Ivo", "Ivan"],
    );
  });

  it("gives the refusal on after three changes in a row", async () => {
    const record = recordOf(OPENED, [{ company: "1" }, { company: "2" }, { company: "3" }, { company: "4" }]);
    await assert.rejects(record.save(editsOf({ name: "Yvesss" })), { status: 412 });
  });
});
