import type { Db } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { pickText, type Texts } from "../../platform/lib/texts.ts";
import { chooseLanguage } from "../../platform/lib/language.ts";
import { searchInSlices } from "../../platform/lib/search-in-slices.ts";
import { type Decision, decideOnce } from "../../resources/visits/transitions.ts";
import { type Photo, photoOf } from "../../platform/lib/photo.ts";
import type { HostReply } from "../../../shared/host-replies.ts";
import { type LinkedVisit, hostMark } from "../../resources/messages/host-link.ts";
import { findReply, handOver } from "../../resources/visits/host-replies.ts";
import * as store from "./store.ts";

/** How a decision was made: by a link, by a user, or by the interface. Times in milliseconds since 1970. */
export type RecordedDecision = {
  approval: "approved" | "rejected";
  at: number;
  by: "link" | "other";
  name: string | null;
  /** Why the visitor was rejected, where it was said. */
  reason: string | null;
};

/** A visit as it is shown to its host. */
export type HostedVisit = {
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
  /** Whether the visit type needs approval: its host sees what there is to decide by, another one no more than their message says. */
  isScreened: boolean;
  /** Questions and answers, in the order of the visit type. */
  answers: readonly (readonly [string, unknown])[];
  /** What was signed: names and versions. */
  agreements: readonly { name: string; version: number }[];
  /** Absent while it is to be decided, and where nothing is. */
  decision?: RecordedDecision;
  hasLeft: boolean;
  /** The visit is another host's by now than the one the link was sent to. */
  isMoved: boolean;
  reply?: { reply: HostReply; at: number };
};

/** What the page shows elsewhere. */
const SHOWN_APART: ReadonlySet<string> = new Set(["first_name", "last_name", "company", "recipient"]);

const isAnswer = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

const answersOf = (row: store.HostedVisitRow, inLanguage: (texts: Texts | null) => string | null) => {
  const { email, phone, address, zip_code, city, extra } = row;
  const given = new Map<string, unknown>(Object.entries({ ...extra, email, phone, address, zip_code, city }));
  return (row.fields ?? [])
    .filter(({ field_name, visible }) => visible && !SHOWN_APART.has(field_name) && isAnswer(given.get(field_name)))
    .map(({ field_name, label }) => [inLanguage(label) ?? field_name, given.get(field_name)] as const);
};

const decisionOf = (row: store.HostedVisitRow): { decision?: RecordedDecision } => {
  const { approval, decided_at, decided_by, decider, extra } = row;
  const reason = extra["rejection_reason"];
  return approval === "approved" || approval === "rejected"
    ? {
        decision: {
          approval,
          at: Date.parse(decided_at ?? ""),
          by: decided_by === "host_link" ? "link" : "other",
          name: decider,
          reason: approval === "rejected" && typeof reason === "string" ? reason : null,
        },
      }
    : {};
};

/** Names as people have them; a body may hold a megabyte. */
const NAME_LENGTH_MAX = 200;
const shortened = (text: string | null): string | null => text && text.slice(0, NAME_LENGTH_MAX).toWellFormed();

const nameOf = ({ first_name, last_name }: store.HostedVisitRow): string | null =>
  [first_name, last_name]
    .filter((part) => part !== null)
    .join(" ")
    .trim() || null;

/**
 * The visit of a link, as it stands now; undefined when it is gone.
 * @param mark of the host that the link was sent to
 * @param asked the language to show it in; without one the location's
 */
export const readHostedVisit = async (
  ctx: Pick<RequestContext, "db" | "now">,
  { location, visitId, mark }: LinkedVisit & { mark: string | undefined },
  asked?: string,
): Promise<HostedVisit | undefined> => {
  const [row, replied] = await Promise.all([
    store.findHostedVisit(ctx.db, location, visitId),
    findReply(ctx, location, visitId),
  ]);
  if (row === undefined) return undefined;
  const isScreened = row.approval !== null;
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
    isScreened,
    answers: isScreened ? answersOf(row, inLanguage) : [],
    agreements: isScreened ? row.agreements : [],
    ...decisionOf(row),
    hasLeft: row.signed_out !== null,
    isMoved: mark !== undefined && mark !== hostMark(visitId, row.recipient),
    ...(replied === undefined ? {} : { reply: { reply: replied.reply, at: Date.parse(replied.at) } }),
  };
};

/** Whether the link's holder is the host of a visitor who is there for them. */
export const canReply = ({ hasLeft, isMoved, decision }: HostedVisit): boolean =>
  !hasLeft && !isMoved && decision?.approval !== "rejected";

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
  decision: Decision,
): Promise<void> => {
  await decideOnce(ctx, location, visit, decision);
};

/** The other hosts whose name is meant, four at most, as far as they can be notified. */
export const findColleagues = async (
  db: Db,
  location: string,
  host: string | null,
  typed: string,
): Promise<string[]> => {
  const hosts = await store.selectReachableHosts(db, location);
  const others = hosts.filter(({ cn }) => cn !== host);
  return (await searchInSlices(others, typed)).map(({ cn }) => cn);
};

/**
 * Asks another host of the location instead, if the visit may still be handed over.
 * @returns whether there is one of that name who can be notified
 */
export const askColleague = async (
  ctx: RequestContext,
  { location, visitId }: LinkedVisit,
  visit: HostedVisit,
  name: string,
): Promise<boolean> => {
  const hosts = await store.selectReachableHosts(ctx.db, location);
  const isKnown = hosts.some(({ cn }) => cn === name);
  if (isKnown && canReply(visit)) await handOver(ctx, location, visitId, name);
  return isKnown;
};
