import type { Act } from "../http/call.ts";
import { removeMatched } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { iso, parseInstant } from "../lib/time.ts";
import * as locations from "../locations/locations.ts";
import { erasedBefore } from "../retention/due.ts";
import type { Undelivered } from "./contract.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Undelivered>;

/** An item as a kiosk reports it, with both times by the kiosk's own clock. */
export type Reported = {
  ref: string;
  kind: "sign_in" | "sign_out";
  queued_at: string;
  name?: string;
  company?: string;
  field?: string;
  tries: number;
};

/** What a kiosk is to do with its items, by their `ref`. */
export type Decided = { again: string[]; discard: string[] };

const entry = (location: string, act: string) => ({
  location,
  act: `undelivered.${act}`,
  subject: "undelivered",
});

const wire = ({ name, company, field, decision, ...row }: store.UndeliveredRow): Wire => ({
  ...row,
  ...(name === null ? {} : { name }),
  ...(company === null ? {} : { company }),
  ...(field === null ? {} : { field }),
  ...(decision === null ? {} : { decision }),
});

/** What the kiosks of a location could not deliver, the oldest first. */
export const list = async (act: Act, location: string): Promise<Wire[]> =>
  (await store.selectUndelivered(act.db, location)).map(wire);

/** One item. Errors: `404`. */
export const read = async (act: Act, location: string, id: string): Promise<Wire> => {
  const row = await store.findUndelivered(act.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row);
};

const decide = (act: Act, location: string, id: string, decision: store.Decision): Promise<Wire> =>
  together(act, async (inner) => {
    await read(inner, location, id);
    await store.decide(inner, { location, id, at: iso(act.now) }, decision, entry(location, decision));
    return read(inner, location, id);
  });

/** Has the kiosk send an item once more. Errors: `404`. */
export const again = (act: Act, location: string, id: string): Promise<Wire> => decide(act, location, id, "again");

/** Has the kiosk erase an item. Errors: `404`, `412`. */
export const discard = async (act: Act, location: string, id: string): Promise<{ message: string }> => {
  await removeMatched(
    act,
    async ({ db }) => {
      const row = await store.lockUndelivered(db, location, id);
      return row && wire(row);
    },
    (inner) => decide(inner, location, id, "discard"),
  );
  return { message: "The kiosk erases it when it is heard next." };
};

/** When it was done by our clock; a kiosk's may be wrong. One that seems to lie ahead of us was done now. */
const doneAt = (queuedAt: string, sentAt: string, now: number): number => {
  const waited = (parseInstant(sentAt) ?? 0) - (parseInstant(queuedAt) ?? 0);
  return waited > 0 ? now - waited : now;
};

const toldOf = (act: Act, location: string, item: Reported, at: number): store.Told => ({
  id: newId(location, act.now),
  ref: item.ref,
  kind: item.kind,
  done_at: iso(at),
  name: item.name ?? null,
  company: item.company ?? null,
  field: item.field ?? null,
  tries: item.tries,
});

/** Before when the location keeps nothing of visitors; undefined where it keeps them for good. */
const keptSince = async (act: Act, location: string): Promise<number | undefined> => {
  const { timezone, settings } = await locations.read(act, location);
  const days = settings.retention_days;
  return typeof days === "number" ? erasedBefore(act.now, timezone, days) : undefined;
};

/**
 * Takes note of everything that lies undelivered on a kiosk (`items` are all of it), and says what was decided about it. What the
 * location would not keep as a visit any more is to be discarded, too.
 * @param sentAt when the report was sent, by the kiosk's clock
 */
export const report = (
  act: Act,
  { location, device }: { location: string; device: string },
  items: readonly Reported[],
  sentAt: string,
): Promise<Decided> =>
  together(act, async (inner) => {
    const since = await keptSince(inner, location);
    const timed = items.map((item) => ({ item, at: doneAt(item.queued_at, sentAt, act.now) }));
    const isOver = (at: number): boolean => since !== undefined && at < since;
    const kept = new Map(timed.filter(({ at }) => !isOver(at)).map(({ item, at }) => [item.ref, { item, at }]));
    const told = [...kept.values()].map(({ item, at }) => toldOf(inner, location, item, at));
    await store.tell(inner, { location, device, at: iso(act.now) }, told, entry(location, "report"));
    await store.settle(inner, { location, device }, [...kept.keys()], entry(location, "settle"));
    const decided = await store.selectDecided(inner.db, location, device);
    const refsOf = (decision: store.Decision): string[] =>
      decided.filter((one) => one.decision === decision).map(({ ref }) => ref);
    const over = timed.filter(({ at }) => isOver(at)).map(({ item }) => item.ref);
    return { again: refsOf("again"), discard: [...refsOf("discard"), ...over] };
  });

/** Forgets what was done before then, whether its kiosk is ever heard again or not (product rule "retention"). @param before ISO 8601 */
export const expire = (act: Act, location: string, before: string): Promise<void> =>
  store.deleteBefore(act, location, before, entry(location, "expire"));
