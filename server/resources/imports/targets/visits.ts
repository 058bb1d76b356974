import { createHash } from "node:crypto";

import { foldForSearch } from "../../../../shared/text/folding.ts";
import { documentedIn } from "../../../platform/http/contract/field-schemas.ts";
import { checkExtra, type Extra } from "../../../platform/lib/record/extra.ts";
import { tagOf } from "../../../platform/lib/record/ids.ts";
import { erasedBefore } from "../../../platform/lib/time/retention-period.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import { VISIT_FIELDS } from "../../../../shared/visit-fields.ts";
import { VisitInput } from "../../visits/contract.ts";
import { listKnownVisits, type PastVisit, writeHistory } from "../../visits/history/history.ts";
import { makeJudge, refusalOf } from "./judge.ts";
import type { Cells, Job, Reading, Refusal, Target } from "./target.ts";
import { inWords, instantInWords, timeIn, type CellTime } from "./times.ts";
import { extraCell } from "./extra-cell.ts";
import { recordId, recordNamed, type Reference } from "./named-records.ts";

type Draft = { visit: PastVisit; type: Reference; point: Reference };

const judge = makeJudge(VisitInput);
const DOCUMENTED = documentedIn(VISIT_FIELDS, VisitInput);
const TEXTS = [
  ...(["first_name", "last_name", "company", "email", "phone", "address", "zip_code", "city"] as const),
  ...(["recipient", "recipient_mail", "language_id"] as const),
] as const;
const SOURCES = ["0", "1", "2"];
/** What is one of some words. */
const CHOICES = {
  approval: ["pending", "approved", "rejected"],
  signed_in_source: SOURCES,
  signed_out_source: SOURCES,
};
/** Targets that aren't fields of a visit. */
const RULED = new Set(["id", "name", "date", "location", "entry_point", "extra"]);
const NAMED = ["visit_type", "entry_point"] as const;
const NAME_LENGTH_MAX = 200;
const AHEAD_MS_MAX = 5 * 60_000;

/** First and last name of a full one: "Jo Janssens", or "Janssens, Jo". */
export const splitName = (name: string): { first_name?: string; last_name?: string } => {
  const [last = "", first, ...more] = name.split(",").map((part) => part.trim());
  if (first !== undefined && first !== "" && more.length === 0) return { first_name: first, last_name: last };
  const [, given = "", family = ""] = /^(\S+)\s+(.*)$/s.exec(name.trim()) ?? [];
  return given === "" ? { last_name: name.trim() } : { first_name: given, last_name: family };
};

const hex = (parts: readonly unknown[], salt: string): string =>
  createHash("sha256").update(salt).update(JSON.stringify(parts)).digest("hex");

const IN_THE_PAST = 0x3f_ff_ff_ff;

/**
 * The ID of an imported visit: the same for the same ID of its source, or else the same name, time and host, so that a
 * file that is sent twice, or overlaps another, doubles nothing.
 */
const idOf = ({ location, salt }: Job, source: string | undefined, name: string, host: string, ms: number): string => {
  const digest = hex(source === undefined ? [foldForSearch(name), ms, foldForSearch(host)] : [source], salt);
  const seconds =
    source === undefined ? Math.floor(ms / 1000) : Number.parseInt(digest.slice(10, 18), 16) & IN_THE_PAST;
  return (seconds >>> 0).toString(16).padStart(8, "0") + tagOf(location) + digest.slice(0, 10);
};

/** Keys of the visit's own: columns that become them, and those of an archive. */
const extraOf = (cells: Cells): Extra =>
  Object.fromEntries(
    Object.entries({ ...extraCell(cells["extra"]), ...cells }).filter(
      ([key]) => !RULED.has(key) && !DOCUMENTED.has(key),
    ),
  );

const wrongChoice = (cells: Cells): Refusal | undefined => {
  const found = Object.entries(CHOICES).find(([key, words]) => !words.includes(cells[key] ?? words[0] ?? ""));
  if (found === undefined) return undefined;
  return { key: found[0], reason: `"${found[0]}" must be one of ${found[1].join(", ")}.` };
};

const isHere = ({ row, place, location }: Job, site: string | undefined): boolean =>
  site === undefined ||
  foldForSearch(site) === foldForSearch(place.name) ||
  row.chosen["location"]?.[site]?.toLowerCase() === location;

const notesOf = (...times: (CellTime | undefined)[]): string[] =>
  times.flatMap((time) => (time === undefined || time.kind === "single" ? [] : [`${time.kind}_hour`]));

/** The times of a row, or why they aren't. */
const timesOf = (job: Job, cells: Cells): { came: CellTime; left: CellTime | undefined } | Reading<never> => {
  const day = cells["date"];
  const given = cells["signed_in"] ?? day;
  if (given === undefined) return { refusal: { key: "signed_in", reason: "The time of the sign-in is missing." } };
  const came = timeIn(job, cells["signed_in"] === undefined ? "date" : "signed_in", given, { day });
  if (came === undefined)
    return { refusal: { key: "signed_in", reason: '"signed_in" isn\'t a date with a time that there was.' } };
  const out = cells["signed_out"];
  const left = out === undefined ? undefined : timeIn(job, "signed_out", out, { day });
  if (out !== undefined && left === undefined)
    return { refusal: { key: "signed_out", reason: '"signed_out" isn\'t a date with a time that there was.' } };
  if (came.ms > job.now + AHEAD_MS_MAX)
    return { refusal: { key: "signed_in", reason: `"signed_in" is in the future: ${inWords(job, came.ms)}.` } };
  if (left !== undefined && left.ms > job.now + AHEAD_MS_MAX)
    return { refusal: { key: "signed_out", reason: `"signed_out" is in the future: ${inWords(job, left.ms)}.` } };
  if (left !== undefined && left.ms < came.ms)
    return { refusal: { key: "signed_out", reason: '"signed_out" must not be before "signed_in".' } };
  return { came, left };
};

const bodyOf = ({ row }: Job, cells: Cells) => {
  const { name, recipient } = cells;
  const given = { ...(name === undefined ? {} : splitName(name)), ...cells };
  const host = recipient === undefined ? undefined : row.chosen["recipient"]?.[recipient];
  if (host !== undefined) return { ...given, recipient: host ?? undefined };
  return given;
};

const read = (job: Job, cells: Cells): Reading<Draft> => {
  const times = timesOf(job, cells);
  if (!("came" in times)) return times;
  const { came, left } = times;
  const { retention_days, timezone } = job.place;
  if (retention_days !== null && came.ms < erasedBefore(job.now, timezone, retention_days))
    return { isBeyondRetention: true };
  if (!isHere(job, cells["location"]))
    return {
      refusal: { key: "location", reason: 'The visit was at another location; "values" can say that it is this one.' },
    };
  const given: Record<string, string | undefined> = bodyOf(job, cells);
  if (given["first_name"] === undefined && given["last_name"] === undefined && given["company"] === undefined)
    return { refusal: { key: "name", reason: "The name is missing." } };
  const long = NAMED.find((key) => (cells[key] ?? "").length > NAME_LENGTH_MAX);
  if (long !== undefined) return { refusal: { key: long, reason: "This name is too long." } };
  const refusal = wrongChoice(cells);
  if (refusal !== undefined) return { refusal };
  const texts = Object.fromEntries(TEXTS.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
  try {
    const extra = checkExtra(extraOf(cells));
    const judged = judge({
      ...extra,
      ...texts,
      ...Object.fromEntries(NAMED.map((key) => [`${key}_name`, cells[key] ?? null])),
    });
    if ("refusal" in judged) return judged;
    const body = judged.body as Partial<Record<(typeof TEXTS)[number], string>>;
    const name =
      [body.first_name, body.last_name].filter((part) => part !== undefined).join(" ") || (body.company ?? "");
    const visit: PastVisit = {
      ...(Object.fromEntries(TEXTS.map((key) => [key, body[key] ?? null])) as Pick<PastVisit, (typeof TEXTS)[number]>),
      _id: idOf(job, cells["id"], name, cells["recipient"] ?? "", came.ms),
      visit_type: null,
      entrypoint_id: null,
      signed_in: iso(came.ms),
      signed_out: left === undefined ? null : iso(left.ms),
      signed_in_source: Number(cells["signed_in_source"] ?? 0),
      signed_out_source: Number(cells["signed_out_source"] ?? 0),
      approval: cells["approval"] ?? null,
      extra,
    };
    const [type, point] = NAMED.map((kind) => recordNamed(job, kind, cells[kind]));
    return { draft: { visit, type: type ?? { id: null }, point: point ?? { id: null } }, notes: notesOf(came, left) };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
};

/** The visitor log of another product: visits of the past. */
export const visitsTarget: Target<Draft> = {
  atOnce: 100,
  read,
  compare: async (ctx, job, drafts, seen) => {
    const known = await listKnownVisits(
      ctx.db,
      job.location,
      drafts.map(({ visit }) => visit._id),
    );
    return drafts.map(({ visit: { _id } }) => {
      const isNew = !known.has(_id) && !seen.has(_id);
      seen.add(_id);
      return isNew ? "created" : "same";
    });
  },
  write: async (ctx, job, drafts, verdicts) => {
    const made: PastVisit[] = [];
    for (const [n, { visit, type, point }] of drafts.entries())
      if (verdicts[n] === "created")
        made.push({
          ...visit,
          visit_type: await recordId(ctx, job, "visit_type", type),
          entrypoint_id: await recordId(ctx, job, "entry_point", point),
        });
    const source = { _id: job.row._id, name: `Import${job.row.filename === null ? "" : `: ${job.row.filename}`}` };
    await writeHistory(ctx, job.location, made, source);
  },
  show: (job, { visit, type }) => ({
    ...(Object.fromEntries(TEXTS.flatMap((key) => (visit[key] === null ? [] : [[key, visit[key]]]))) as Record<
      string,
      string
    >),
    ...("name" in type ? { visit_type: `${type.name} (new)` } : {}),
    signed_in: instantInWords(job, visit.signed_in),
    ...(visit.signed_out === null ? {} : { signed_out: instantInWords(job, visit.signed_out) }),
  }),
};
