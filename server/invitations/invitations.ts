import type { Db } from "../db/database.ts";
import type { Act } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { isEmailAddress } from "../lib/email.ts";
import { refused } from "../lib/errors.ts";
import { iso } from "../lib/time.ts";
import { mailLanguage } from "../messages/language.ts";
import { type Queued, queueMessages } from "../messages/queue.ts";
import type { InvitationCounts } from "./contract.ts";
import * as store from "./store.ts";

type Counts = Static<typeof InvitationCounts>;

/** The cap is for a rolling day (decisions 5). */
const CAP_MS = 24 * 60 * 60_000;

const addressOf = ({ address, zip_code, city }: Pick<store.Inviting, "address" | "zip_code" | "city">): string | null =>
  [address, [zip_code, city].filter((part) => part !== null).join(" ")]
    .filter((part) => part !== null && part !== "")
    .join(", ") || null;

const messageTo = (
  invitee: store.Invitee & { email: string },
  location: string,
  from: store.Inviting,
  now: number,
): Queued => ({
  location,
  kind: "mail",
  recipient: invitee.email,
  template: "registered_visitor_invitation",
  parameters: {
    registeredVisitorId: invitee._id,
    firstName: invitee.first_name,
    host: invitee.recipient,
    locationName: from.name,
    address: addressOf(from),
    timezone: from.timezone,
    from: invitee.visiting_from,
    to: invitee.visiting_to,
  },
  subjectId: invitee._id,
  language: mailLanguage(invitee.language_id, from.default_language),
  now,
});

const hasAddress = (invitee: store.Invitee | undefined): invitee is store.Invitee & { email: string } =>
  typeof invitee?.email === "string" && isEmailAddress(invitee.email);

const queue = async (
  act: Act,
  location: string,
  from: store.Inviting,
  chosen: readonly (store.Invitee & { email: string })[],
): Promise<void> => {
  if (chosen.length === 0) return;
  const { db, now } = act;
  const ids = chosen.map(({ _id }) => _id);
  await queueMessages(
    db,
    chosen.map((invitee) => messageTo(invitee, location, from, now)),
  );
  await store.countInvitations(db, location, iso(now), chosen.length);
  await store.markInvited(act, location, ids, iso(now));
};

/**
 * Queues an invitation for each registered visitor, in the order of the ids, as far as the location's cap reaches (interface
 * 4.6, decisions 5). One call a location at a time, so that the cap is exact.
 * @param ids in lower case; one that stands twice counts once
 */
export const send = (act: Act, location: string, ids: readonly string[]): Promise<Counts> =>
  together(act, async (inner) => {
    const wanted = [...new Set(ids)];
    await store.lockInvitations(inner.db, location);
    const from = await store.readInviting(inner.db, location, iso(act.now - CAP_MS));
    if (from === undefined) throw refused("the location was removed a moment ago");
    const known = new Map((await store.lockInvitees(inner.db, location, wanted)).map((row) => [row._id, row]));
    const reachable = wanted.map((id) => known.get(id)).filter(hasAddress);
    const chosen = reachable.slice(0, Math.max(0, from.cap - from.used));
    await queue(inner, location, from, chosen);
    return {
      requested: wanted.length,
      queued: chosen.length,
      skippedNoEmail: wanted.length - reachable.length,
      skippedRateLimited: reachable.length - chosen.length,
    };
  });

/** Forgets what was queued before any cap's day. */
export const forgetCounted = (db: Db, now: number): Promise<void> => store.forgetInvitations(db, iso(now - CAP_MS));
