import type { Db } from "../../platform/db/database.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { pickText, type Texts } from "../../platform/lib/text/texts.ts";
import { chooseLanguage } from "../../platform/lib/text/language.ts";
import { searchInSlices } from "../../platform/lib/async/search-in-slices.ts";
import { type Decision, decideOnce } from "../../resources/visits/transitions.ts";
import { type Picture, parsePhoto } from "../../platform/lib/text/picture.ts";
import { type Companion, companionOf } from "../../resources/messages/companions.ts";
import type { HostReply } from "../../../shared/host-replies.ts";
import { type LinkedVisit, hostMark } from "../../resources/messages/host-link.ts";
import { findReply, handOver, hasRepliesLeft, reply } from "../../resources/visits/host-replies.ts";
import { listVisitsTogether, type VisitTogether } from "../../resources/visits/kiosk-arrivals.ts";
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
  /** Those who came along and are inside: a reply is for all of them. */
  companions: readonly Companion[];
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

/** The visits that came together and are this host's: the link of one is a link for all. */
const findGroup = async (db: Db, { location, visitId, mark }: HostLinkTarget): Promise<VisitTogether[]> => {
  const all = await listVisitsTogether(db, location, visitId);
  return all.filter(({ recipient }) => hostMark(visitId, recipient) === mark);
};

/** The visit that a page shows: the link's own, or one that came along where that one is no longer the host's. */
const findShown = async (db: Db, link: HostLinkTarget) => {
  const { location, visitId } = link;
  const [own, group] = await Promise.all([store.findHostedVisit(db, location, visitId), findGroup(db, link)]);
  const [first] = group;
  // Who needs approval is decided about alone.
  if (first === undefined || (own !== undefined && own.approval !== null)) return { id: visitId, row: own, others: [] };
  const id = group.some(({ _id }) => _id === visitId) ? visitId : first._id;
  const row = id === visitId ? own : await store.findHostedVisit(db, location, id);
  return { id, row, others: group.filter(({ _id }) => _id !== id) };
};

/**
 * The current visit of a link; undefined if it is gone.
 * @param asked the language to show it in; by default the location's
 */
export const readHostedVisit = async (
  ctx: Pick<RequestContext, "db" | "now">,
  link: HostLinkTarget,
  asked?: string,
): Promise<HostedVisit | undefined> => {
  const { location, visitId, mark } = link;
  const { id, row, others } = await findShown(ctx.db, link);
  if (row === undefined) return undefined;
  const replied = await findReply(ctx, location, id);
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
    companions: others.map(companionOf),
    host: shortened(row.recipient),
    hasPhoto: id === visitId && !isMoved && row.photo_start !== null && parsePhoto(row.photo_start) !== undefined,
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
 * Acts as the link's host for a visit, under a lock of the visit: not if another host looks after it by now, or the visitor
 * has left.
 */
const asHostOfNow = (
  ctx: RequestContext,
  link: HostLinkTarget,
  id: string,
  act: (inner: RequestContext) => Promise<unknown>,
): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const visit = await store.lockHostedVisit(inner.db, link.location, id);
    if (visit !== undefined && !visit.has_left && hostMark(link.visitId, visit.recipient) === link.mark)
      await act(inner);
  });

/** What became of a form: done as far as the visit allows it, of no use, or one reply more than a visit has. */
export type FormOutcome = "done" | "useless" | "full";

/** One reply for all who came together, in one transaction; in the order of their IDs, as erasures lock them. */
const replyAsHost = (
  ctx: RequestContext,
  link: HostLinkTarget,
  act: (inner: RequestContext, visit: string) => Promise<unknown>,
): Promise<FormOutcome> =>
  inTransaction(ctx, async (inner) => {
    const outcomes = new Set<FormOutcome>();
    const { id, others } = await findShown(inner.db, link);
    for (const visitId of [id, ...others.map(({ _id }) => _id)].toSorted())
      await asHostOfNow(inner, link, visitId, async () => {
        const isFull = !(await hasRepliesLeft(inner, link.location, visitId));
        outcomes.add(isFull ? "full" : "done");
        if (!isFull) await act(inner, visitId);
      });
    return outcomes.has("full") && !outcomes.has("done") ? "full" : "done";
  });

/** Decides by a link, as `approve` and `reject` do; an earlier decision stands (rules 5: both outcomes are final). */
export const decideByLink = async (
  ctx: RequestContext,
  link: HostLinkTarget,
  decision: Decision,
): Promise<FormOutcome> => {
  await asHostOfNow(ctx, link, link.visitId, (inner) => decideOnce(inner, link.location, link.visitId, decision));
  return "done";
};

/** Replies by a link, to all who came together. */
export const replyByLink = (
  ctx: RequestContext,
  link: HostLinkTarget,
  given: Exclude<HostReply, "colleague">,
): Promise<FormOutcome> => replyAsHost(ctx, link, (inner, visit) => reply(inner, link.location, visit, given));

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
  const { location } = link;
  const hosts = await store.listReachableHosts(ctx.db, location);
  if (!hosts.some(({ cn }) => cn === name)) return "useless";
  return replyAsHost(ctx, link, (inner, visit) => handOver(inner, location, visit, name));
};
