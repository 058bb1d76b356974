import type { Db, Statement } from "../../../platform/db/database.ts";
import type { InvitationContent } from "../columns.ts";
import type { MessageRow } from "../store.ts";

/** An email to an invited visitor that was sent or is queued. */
export type EarlierInvitation = InvitationContent &
  Pick<MessageRow, "recipient" | "language" | "state"> & { subject_id: string; sequence: number };

const TEMPLATES =
  "template in ('registered_visitor_invitation', 'registered_visitor_change', 'registered_visitor_withdrawal')";

// Before sequences were counted, an entry's sequence was the minute in which it was queued.
const EARLIER: Statement = {
  name: "select-earlier-invitations",
  text: `select subject_id, template, parameters, recipient, language, state, coalesce((parameters ->> 'sequence')::integer,
  greatest(0, floor(extract(epoch from create_date - '2020-01-01T00:00:00Z'::timestamptz) / 60))::integer) as sequence
from messages where company_id = $1 and subject_id = any($2::text[]) and ${TEMPLATES} order by sequence desc, create_date desc, _id desc`,
};

/** The invitations of registered visitors and the emails that followed them, highest sequence first. */
export const listEarlierInvitations = (
  db: Db,
  location: string,
  ids: readonly string[],
): Promise<EarlierInvitation[]> => db.named<EarlierInvitation>(EARLIER, [location, ids]);

const DELETE_WAITING: Statement = {
  name: "delete-waiting-invitations",
  text: `delete from messages where company_id = $1 and subject_id = any($2::text[]) and template = $3 and state = 'queued'
returning subject_id`,
};

/** Deletes queued messages that were not sent yet. */
export const deleteWaiting = (
  db: Db,
  location: string,
  ids: readonly string[],
  template: InvitationContent["template"],
): Promise<Pick<EarlierInvitation, "subject_id">[]> => db.named(DELETE_WAITING, [location, ids, template]);

const DELETE_HELD: Statement = {
  name: "delete-held-invitations",
  text: `delete from messages where company_id = $1 and subject_id = any($2::text[]) and template = 'registered_visitor_invitation'
  and state = 'queued' and attempts = 0 and next_at > $3::timestamptz`,
};

/** Deletes invitations that wait for further changes. @param now ISO 8601 */
export const deleteHeld = async (db: Db, location: string, ids: readonly string[], now: string): Promise<void> => {
  await db.named(DELETE_HELD, [location, ids, now]);
};
