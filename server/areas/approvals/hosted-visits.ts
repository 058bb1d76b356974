import type { Db } from "../../platform/db/database.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { pickText, type Texts } from "../../platform/lib/texts.ts";
import { chooseLanguage } from "../../platform/lib/language.ts";
import { searchInSlices } from "../../platform/lib/search-in-slices.ts";
import { type Decision, decideOnce } from "../../resources/visits/transitions.ts";
import { type Picture, parsePhoto } from "../../platform/lib/picture.ts";
import type { HostReply } from "../../../shared/host-replies.ts";
import { type LinkedVisit, hostMark } from "../../resources/messages/host-link.ts";
import { findReply, handOver, hasRepliesLeft, reply } from "../../resources/visits/host-replies.ts";
import * as store from "./store.ts";

/** How a decision was made: by a link, by a user, or through the API. Times in milliseconds since 1970. */
export type RecordedDecision = {
  approval: "approved" | "rejected";
  at: number;
  by: "link" | "other";
  name: string | null;
  /** The reason of a rejection, if one was given. */
  reason: string | null;
};

/** The visit of a link, and the mark of the host that the link was sent to. */
export type HostLinkTarget = LinkedVisit & { mark: string };

/** A visit as its host sees it. */
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
  /**
   * Whether the visit type needs approval: the host then sees what to decide by; otherwise, no more than their message
   * says.
   */
  isScreened: boolean;
  /** Questions and answers, in the order of the visit type; none for a host whose visit it no longer is. */
  answers: readonly (readonly [string, unknown])[];
  /** The signed agreements: names and versions. */
  agreements: readonly { name: string; version: number }[];
  /** Absent while a decision is pending, and if none is needed. */
  decision?: RecordedDecision;
  hasLeft: boolean;
  /** The visit now has another host than the one the link was sent to. */
  isMoved: boolean;
  reply?: { reply: HostReply; at: number };
};

/** Shown elsewhere on the page. */
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

/** The length at which names are cut; a body may contain a megabyte. */
const NAME_LENGTH_MAX = 200;
const shortened = (text: string | null): string | null => text && text.slice(0, NAME_LENGTH_MAX).toWellFormed();

const nameOf = ({ first_name, last_name }: store.HostedVisitRow): string | null =>
  [first_name, last_name]
    .filter((part) => part !== null)
    .join(" ")
    .trim() || null;

/**
 * The current visit of a link; undefined if it is gone.
 * @param asked the language to show it in; by default the location's
 */
export const readHostedVisit = async (
  ctx: Pick<RequestContext, "db" | "now">,
  { location, visitId, mark }: HostLinkTarget,
  asked?: string,
): Promise<HostedVisit | undefined> => {
  const [row, replied] = await Promise.all([
    store.findHostedVisit(ctx.db, location, visitId),
    findReply(ctx, location, visitId),
  ]);
  if (row === undefined) return undefined;
  const isScreened = row.approval !== null;
  const isMoved = mark !== hostMark(visitId, row.recipient);
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
    hasPhoto: !isMoved && row.photo_start !== null && parsePhoto(row.photo_start) !== undefined,
    signedIn: Date.parse(row.signed_in),
    entrance: inLanguage(row.entry_point),
    visitType: inLanguage(row.visit_type),
    isScreened,
    answers: isScreened && !isMoved ? answersOf(row, inLanguage) : [],
    agreements: isScreened && !isMoved ? row.agreements : [],
    ...decisionOf(row),
    hasLeft: row.signed_out !== null,
    isMoved,
    ...(replied === undefined ? {} : { reply: { reply: replied.reply, at: Date.parse(replied.at) } }),
  };
};

/** Whether the link's holder is the host of a visitor who is there: only they decide, reply and hand over. */
export const isTheirs = ({ hasLeft, isMoved }: Pick<HostedVisit, "hasLeft" | "isMoved">): boolean =>
  !hasLeft && !isMoved;

/** Whether the host can reply to the visitor. */
export const canReply = (visit: HostedVisit): boolean => isTheirs(visit) && visit.decision?.approval !== "rejected";

/** The photo of a visit; undefined if there is none that can be shown. */
export const readPhoto = async (db: Db, location: string, visit: string): Promise<Picture | undefined> => {
  const text = await store.findPhoto(db, location, visit);
  return typeof text === "string" ? parsePhoto(text) : undefined;
};

/**
 * Acts as the host of the visit, under a lock of the visit: not if another host looks after it by now, or the visitor
 * has left.
 */
const asHostOfNow = (
  ctx: RequestContext,
  { location, visitId, mark }: HostLinkTarget,
  act: (inner: RequestContext) => Promise<unknown>,
): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const visit = await store.lockHostedVisit(inner.db, location, visitId);
    if (visit !== undefined && !visit.has_left && hostMark(visitId, visit.recipient) === mark) await act(inner);
  });

/** What became of a form: done as far as the visit allows it, of no use, or one reply more than a visit has. */
export type FormOutcome = "done" | "useless" | "full";

const replyAsHost = async (
  ctx: RequestContext,
  link: HostLinkTarget,
  act: (inner: RequestContext) => Promise<unknown>,
): Promise<FormOutcome> => {
  let outcome: FormOutcome = "done";
  await asHostOfNow(ctx, link, async (inner) => {
    if (await hasRepliesLeft(inner, link.location, link.visitId)) await act(inner);
    else outcome = "full";
  });
  return outcome;
};

/** Decides by a link, as `approve` and `reject` do; an earlier decision stands (rules 5: both outcomes are final). */
export const decideByLink = async (
  ctx: RequestContext,
  link: HostLinkTarget,
  decision: Decision,
): Promise<FormOutcome> => {
  await asHostOfNow(ctx, link, (inner) => decideOnce(inner, link.location, link.visitId, decision));
  return "done";
};

/** Replies by a link. */
export const replyByLink = (
  ctx: RequestContext,
  link: HostLinkTarget,
  given: Exclude<HostReply, "colleague">,
): Promise<FormOutcome> => replyAsHost(ctx, link, (inner) => reply(inner, link.location, link.visitId, given));

/** The other hosts that match a name and can be notified, at most four. */
export const findColleagues = async (
  db: Db,
  location: string,
  host: string | null,
  typed: string,
): Promise<string[]> => {
  const hosts = await store.listReachableHosts(db, location);
  const others = hosts.filter(({ cn }) => cn !== host);
  return (await searchInSlices(others, typed)).map(({ cn }) => cn);
};

/**
 * Hands the visit over to another host of the location, if that is still allowed.
 * @returns useless without a host of that name who can be notified
 */
export const askColleague = async (ctx: RequestContext, link: HostLinkTarget, name: string): Promise<FormOutcome> => {
  const { location, visitId } = link;
  const hosts = await store.listReachableHosts(ctx.db, location);
  if (!hosts.some(({ cn }) => cn === name)) return "useless";
  return replyAsHost(ctx, link, (inner) => handOver(inner, location, visitId, name));
};
