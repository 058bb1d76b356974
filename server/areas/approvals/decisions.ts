import type { Db } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { pickText, type Texts } from "../../platform/lib/texts.ts";
import { chooseLanguage } from "../../platform/lib/language.ts";
import { decideOnce } from "../../resources/visits/transitions.ts";
import { type Photo, photoOf } from "../../platform/lib/photo.ts";
import * as store from "./store.ts";

/** How a decision was made: by a link, by a user, or by the interface. Times in milliseconds since 1970. */
export type Decision = { approval: "approved" | "rejected"; at: number; by: "link" | "other"; name: string | null };

/** A screened visit as it is shown to who decides. */
export type ScreenedVisit = {
  location: string;
  /** As it was set: a data: URL, or bare Base64. */
  logo: string | null;
  colour: string | null;
  timezone: string;
  language: string;
  visitor: string | null;
  company: string | null;
  host: string | null;
  hasPhoto: boolean;
  /** Milliseconds since 1970. */
  signedIn: number;
  entrance: string | null;
  visitType: string | null;
  /** Questions and answers, in the order of the visit type. */
  answers: readonly (readonly [string, unknown])[];
  /** What was signed: names and versions. */
  agreements: readonly { name: string; version: number }[];
  /** Absent while it is to be decided. */
  decision?: Decision;
};

/** What stands elsewhere on the page. */
const SHOWN_APART: ReadonlySet<string> = new Set(["first_name", "last_name", "company", "recipient"]);

const isAnswer = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

const answersOf = (row: store.ScreenedVisitRow, inLanguage: (texts: Texts | null) => string | null) => {
  const { email, phone, address, zip_code, city, extra } = row;
  const given = new Map<string, unknown>(Object.entries({ ...extra, email, phone, address, zip_code, city }));
  return (row.fields ?? [])
    .filter(({ field_name, visible }) => visible && !SHOWN_APART.has(field_name) && isAnswer(given.get(field_name)))
    .map(({ field_name, label }) => [inLanguage(label) ?? field_name, given.get(field_name)] as const);
};

const decisionOf = ({ approval, decided_at, decided_by, decider }: store.ScreenedVisitRow): { decision?: Decision } =>
  approval === "approved" || approval === "rejected"
    ? {
        decision: {
          approval,
          at: Date.parse(decided_at ?? ""),
          by: decided_by === "host_link" ? "link" : "other",
          name: decider,
        },
      }
    : {};

/** Names as people have them; a body may hold a megabyte. */
const NAME_LENGTH_MAX = 200;
const shortened = (text: string | null): string | null => text && text.slice(0, NAME_LENGTH_MAX).toWellFormed();

const nameOf = ({ first_name, last_name }: store.ScreenedVisitRow): string | null =>
  [first_name, last_name]
    .filter((part) => part !== null)
    .join(" ")
    .trim() || null;

/**
 * The visit a link decides on, as it stands now; undefined when it is gone or not screened.
 * @param asked the language to show it in; without one the location's
 */
export const readScreenedVisit = async (
  db: Db,
  location: string,
  visit: string,
  asked?: string,
): Promise<ScreenedVisit | undefined> => {
  const row = await store.findScreenedVisit(db, location, visit);
  if (row === undefined || row.approval === null) return undefined;
  const language = chooseLanguage(asked, row.default_language);
  const inLanguage = (texts: Texts | null): string | null =>
    texts && (pickText(texts, { preferred: language, fallback: row.default_language }) ?? null);
  return {
    location: row.location,
    logo: row.logo,
    colour: row.colour,
    timezone: row.timezone,
    language,
    visitor: shortened(nameOf(row)),
    company: shortened(row.company),
    host: shortened(row.recipient),
    hasPhoto: row.photo_start !== null && photoOf(row.photo_start) !== undefined,
    signedIn: Date.parse(row.signed_in),
    entrance: inLanguage(row.entry_point),
    visitType: inLanguage(row.visit_type),
    answers: answersOf(row, inLanguage),
    agreements: row.agreements,
    ...decisionOf(row),
  };
};

/** The photo of a visit; undefined when there is none that can be shown. */
export const readPhoto = async (db: Db, location: string, visit: string): Promise<Photo | undefined> => {
  const text = await store.findPhoto(db, location, visit);
  return typeof text === "string" ? photoOf(text) : undefined;
};

/** Decides by a link, as `approve` and `reject` do; what was decided before stays (rules 5: both outcomes are final). */
export const decideByLink = async (
  ctx: RequestContext,
  location: string,
  visit: string,
  approval: "approved" | "rejected",
): Promise<void> => {
  await decideOnce(ctx, location, visit, approval);
};
