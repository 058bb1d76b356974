import { foldForSearch } from "../../../../shared/text/folding.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import { RegisteredInput } from "../../registered-visitors/contract.ts";
import { createRegisteredVisitor, updateRegisteredVisitor } from "../../registered-visitors/registered-visitors.ts";
import { addRecord, findVisitors, type FoundVisitor } from "../records-store.ts";
import { makeJudge } from "./judge.ts";
import type { Cells, Job, Reading, Target } from "./target.ts";
import { instantInWords, timeIn } from "./times.ts";
import { typeId, typeNamed, type TypeReference } from "./visit-type-names.ts";
import { splitName } from "./visits.ts";

const TEXTS = ["first_name", "last_name", "company", "email", "phone", "recipient", "language_id"] as const;
type Texts = Partial<Record<(typeof TEXTS)[number], string>>;
type Draft = {
  texts: Texts;
  from: string | null;
  until: string | null;
  type: TypeReference;
  old?: FoundVisitor | undefined;
};

const judge = makeJudge(RegisteredInput);
const DAY_MS = 86_400_000;

/** When a visitor is expected; a row that has only a beginning, without a time, ends with that day. */
const spanOf = (job: Job, cells: Cells): { from: string | null; until: string | null } | Reading<never> => {
  const [from, until] = [cells["from"], cells["until"]];
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
  return { from: begin === undefined ? null : iso(begin.ms), until: last === undefined ? null : iso(last) };
};

const read = (job: Job, cells: Cells): Reading<Draft> => {
  const span = spanOf(job, cells);
  if (!("from" in span)) return span;
  const { name } = cells;
  const given: Record<string, string | undefined> = { ...(name === undefined ? {} : splitName(name)), ...cells };
  if (given["first_name"] === undefined && given["last_name"] === undefined && given["company"] === undefined)
    return { refusal: { key: "name", reason: "The name is missing." } };
  const judged = judge(
    Object.fromEntries(TEXTS.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]]))),
  );
  if ("refusal" in judged) return judged;
  // Safe: it has just been checked against the contract.
  return { draft: { texts: judged.body as Texts, ...span, type: typeNamed(job, cells["visit_type"]) } };
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

const bodyOf = ({ texts, from, until }: Draft, visit_type: string | null) => ({
  ...texts,
  ...(visit_type === null ? {} : { visit_type }),
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
      const body = bodyOf(draft, await typeId(ctx, job, draft.type));
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
