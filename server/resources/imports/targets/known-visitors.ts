import { foldForSearch } from "../../../../shared/text/folding.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import { RegisteredInput } from "../../registered-visitors/contract.ts";
import { createRegisteredVisitor, updateRegisteredVisitor } from "../../registered-visitors/registered-visitors.ts";
import { addRecord, findVisitors, type FoundVisitor } from "../records-store.ts";
import { makeJudge, refusalOf } from "./judge.ts";
import type { Cells, Job, Reading, Target } from "./target.ts";
import { instantInWords, timeIn } from "./times.ts";
import { extraCell } from "./extra-cell.ts";
import { recordId, recordNamed, type Reference } from "./named-records.ts";
import { splitName } from "./visits.ts";

const TEXTS = ["first_name", "last_name", "company", "email", "phone", "recipient", "language_id"] as const;
type Texts = Partial<Record<(typeof TEXTS)[number], string>>;
type Draft = {
  texts: Texts;
  from: string | null;
  until: string | null;
  type: Reference;
  point: Reference;
  /** What only new ones get: whether they are kept, and keys beyond the documented ones. */
  more: Record<string, unknown>;
  old?: FoundVisitor | undefined;
};

const judge = makeJudge(RegisteredInput);
const DAY_MS = 86_400_000;
/** The end of what has none, in an archive. */
const OPEN = "infinity";

/** When a visitor is expected; a row that has only a beginning, without a time, ends with that day. */
const spanOf = (job: Job, cells: Cells): { from: string | null; until: string | null } | Reading<never> => {
  const isOpen = cells["until"] === OPEN;
  const [from, until] = [cells["from"], isOpen ? undefined : cells["until"]];
  const begin = from === undefined ? undefined : timeIn(job, "from", from);
  if (from !== undefined && begin === undefined)
    return { refusal: { key: "from", reason: "The first date isn't valid." } };
  const end = until === undefined ? undefined : timeIn(job, "until", until, { time: "23:59:00" });
  if (until !== undefined && end === undefined)
    return { refusal: { key: "until", reason: "The last date isn't valid." } };
  const ofDay =
    from === undefined ? undefined : timeIn(job, "from", from.split(/[\sT]/)[0] ?? "", { time: "23:59:00" });
  const last = end?.ms ?? ofDay?.ms ?? (begin === undefined ? undefined : begin.ms + DAY_MS);
  if (begin !== undefined && last !== undefined && last < begin.ms)
    return { refusal: { key: "until", reason: "The last date is before the first." } };
  return { from: begin === undefined ? null : iso(begin.ms), until: isOpen || last === undefined ? null : iso(last) };
};

const read = (job: Job, cells: Cells): Reading<Draft> => {
  const span = spanOf(job, cells);
  if (!("from" in span)) return span;
  const { name } = cells;
  const given: Record<string, string | undefined> = { ...(name === undefined ? {} : splitName(name)), ...cells };
  if (given["first_name"] === undefined && given["last_name"] === undefined && given["company"] === undefined)
    return { refusal: { key: "name", reason: "The name is missing." } };
  const texts = Object.fromEntries(TEXTS.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
  try {
    const more = { ...extraCell(cells["extra"]), ...(cells["persistent"] === "true" ? { persistent: true } : {}) };
    const judged = judge({ ...more, ...texts });
    if ("refusal" in judged) return judged;
    // Safe: it has just been checked against the contract.
    const body = judged.body as Texts;
    const [type, point] = [
      recordNamed(job, "visit_type", cells["visit_type"]),
      recordNamed(job, "entry_point", cells["entry_point"]),
    ];
    return {
      draft: {
        texts: Object.fromEntries(Object.keys(texts).map((key) => [key, Reflect.get(body, key)])),
        more,
        ...span,
        type,
        point,
      },
    };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
};

const folded = (text: string | null | undefined): string => foldForSearch(text ?? "");

/** Who is expected, and when: what makes two rows the same. */
const keyOf = ({ texts, from, until }: Pick<Draft, "texts" | "from" | "until">): string =>
  JSON.stringify([
    folded(texts.first_name),
    folded(texts.last_name),
    folded(texts.company),
    folded(texts.email),
    from,
    until,
  ]);

const keyOfFound = (found: FoundVisitor): string =>
  keyOf({
    texts: Object.fromEntries(TEXTS.flatMap((key) => (found[key] === null ? [] : [[key, found[key]]]))),
    from: found.visiting_from,
    until: found.visiting_to,
  });

const bodyOf = ({ more, texts, from, until }: Draft, visit_type: string | null, entrypoint_id: string | null) => ({
  ...more,
  ...texts,
  ...(visit_type === null ? {} : { visit_type }),
  ...(entrypoint_id === null ? {} : { entrypoint_id }),
  ...(from === null && until === null
    ? {}
    : {
        visiting_on: { ...(from === null ? {} : { startDate: from }), ...(until === null ? {} : { endDate: until }) },
      }),
});

/** Registered visitors, without invitations. */
export const knownVisitorsTarget: Target<Draft> = {
  atOnce: 20,
  read,
  compare: async (ctx, { location }, drafts, seen) => {
    const names = drafts.flatMap(({ texts }) => texts.last_name ?? []);
    const companies = drafts.flatMap(({ texts }) => (texts.last_name === undefined ? (texts.company ?? []) : []));
    const found = new Map(
      (await findVisitors(ctx.db, location, names, companies)).map((one) => [keyOfFound(one), one]),
    );
    return drafts.map((draft) => {
      const key = keyOf(draft);
      const isRepeated = seen.has(key);
      seen.add(key);
      const old = found.get(key);
      draft.old = old;
      if (old === undefined) return isRepeated ? "same" : "created";
      return (["phone", "recipient", "language_id"] as const).every(
        (name) => draft.texts[name] === undefined || draft.texts[name] === old[name],
      )
        ? "same"
        : "changed";
    });
  },
  write: async (ctx, job, drafts, verdicts) => {
    for (const [n, draft] of drafts.entries()) {
      const verdict = verdicts[n];
      if (verdict === "same") continue;
      const [type, point] = [
        await recordId(ctx, job, "visit_type", draft.type),
        await recordId(ctx, job, "entry_point", draft.point),
      ];
      const body = bodyOf(draft, type, point);
      if (draft.old === undefined) {
        const { id = "" } = await createRegisteredVisitor(ctx, job.location, body);
        await addRecord(ctx.db, job.row, id, true);
      } else {
        await updateRegisteredVisitor(ctx, job.location, draft.old._id, { body: draft.texts, removed: new Set() });
        await addRecord(ctx.db, job.row, draft.old._id, false);
      }
    }
  },
  show: (job, { texts, from, until, type }) => ({
    ...texts,
    ...("name" in type ? { visit_type: `${type.name} (new)` } : {}),
    ...(from === null ? {} : { from: instantInWords(job, from) }),
    ...(until === null ? {} : { until: instantInWords(job, until) }),
  }),
};
