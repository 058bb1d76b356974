import type { Context } from "../../platform/context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import { addDays, iso } from "../../platform/lib/time/time.ts";
import { decideOnce } from "../visits/transitions.ts";
import type { Asked, HitDecision, WatchHit } from "./hits-contract.ts";
import { noteAct } from "./entries-store.ts";
import { checkBorn } from "./entries.ts";
import * as store from "./hits-store.ts";
import { goOn } from "./release.ts";
import { isDistinctHit } from "./screened-subject.ts";
import { findEntries, isHeld } from "../watch-checks/screening.ts";

type Wire = Static<typeof WatchHit>;
type Decision = Static<typeof HitDecision>;

const DAY_MS = 24 * 60 * 60_000;
/** How long a hit is kept, and one that was refused. */
const HIT_DAYS = 90;
const REFUSED_DAYS = 365;
/** How long a person is remembered as another than an entry. */
const PAIR_DAYS = 365;
/** How long an entry only alerts after its review was due. */
const OVERDUE_DAYS = 30;
const PAGE_MOST = 10_000;

const FINAL: ReadonlySet<string> = new Set(["different", "let_in", "refused"]);

const wire = (row: store.HitRow): Wire => {
  const { subject, subject_id, kind, person: _person, reason, decided_by, decided_at, ...rest } = row;
  return {
    ...rest,
    ...(subject === "visit" ? { visitorId: subject_id } : { knownVisitorId: subject_id }),
    kinds: [kind],
    ...optional("reason", reason),
    ...optional("decided_by", decided_by),
    ...optional("decided_at", decided_at),
  };
};

/** The hits of a location, the newest first. */
export const listHits = async (
  ctx: RequestContext,
  location: string,
  { state, count = PAGE_MOST, page = 1 }: { state?: string; count?: number; page?: number },
): Promise<Wire[]> => {
  const span = { limit: count, offset: (page - 1) * count };
  return (await store.listHits(ctx.db, location, state ?? null, span)).map(wire);
};

/** One hit. Errors: `404`. */
export const readHit = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const row = await store.findHit(ctx.db, location, id.toLowerCase());
  if (row === undefined) throw notFound();
  return wire(row);
};

/** What a decision does to the visit: it goes on once no hit holds it, or is rejected. */
const settle = async (ctx: RequestContext, { company_id, subject, subject_id, state }: store.HitRow): Promise<void> => {
  if (subject !== "visit" || state === "same") return;
  if (state === "refused") {
    await store.release(ctx.db, company_id, subject_id);
    await decideOnce(ctx, company_id, subject_id, { approval: "rejected" });
    return;
  }
  if (await isHeld(ctx, company_id, subject_id)) return;
  if (await store.release(ctx.db, company_id, subject_id)) await goOn(ctx, company_id, subject_id);
};

/** Decides a hit. Errors: `400` for one that was finally decided, `404`. */
export const decideHit = (
  ctx: RequestContext,
  location: string,
  id: string,
  { outcome, reason }: Decision,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockHit(inner.db, location, id.toLowerCase());
    if (old === undefined) throw notFound();
    if (FINAL.has(old.state)) throw badRequest(`This hit is closed: ${old.state}.`, "already_decided");
    const at = iso(ctx.now);
    const decided = { reason, decided_by: ctx.principal.name, decided_at: at, mod_date: at };
    const hit: store.HitRow = { ...old, ...decided, state: outcome };
    await store.decideHit(inner, hit, { location, action: `watch_hit.${hit.state}`, subject: "watch_hit" });
    if (hit.state === "different" && (await isDistinctHit(inner, hit)))
      await store.addPair(inner.db, hit, iso(ctx.now + PAIR_DAYS * DAY_MS));
    await settle(inner, hit);
    return wire(hit);
  });

/** The entries that a person could be: what a repeated check is answered with. Errors: `400`. */
export const matchesOf = async (ctx: RequestContext, location: string, asked: Static<typeof Asked>) => {
  if (Object.keys(asked).length === 0)
    throw badRequest('A name, "email" or "phone" is required.', "missing_key", "first_name");
  checkBorn(asked.born);
  return (await findEntries(ctx, location, asked)).map(({ kind: _kind, ...match }) => match);
};

/** The entries that a person could be. Each check is counted in the audit log, without the name. Errors: `400`. */
export const checkName = (ctx: RequestContext, location: string, asked: Static<typeof Asked>) =>
  inTransaction(ctx, async (inner) => {
    const found = await matchesOf(inner, location, asked);
    await noteAct(inner, location, { location, action: "watchlist.check", subject: "watchlist" });
    return found;
  });

/** Deletes hits, remembered pairs and entries that are kept no longer. */
export const deleteOldHits = ({ db, now }: Context): Promise<void> => {
  const at = now();
  return store.deleteOld(db, {
    hits: iso(at - HIT_DAYS * DAY_MS),
    refused: iso(at - REFUSED_DAYS * DAY_MS),
    pairs: iso(at),
    review: addDays(iso(at).slice(0, 10), -OVERDUE_DAYS),
  });
};
