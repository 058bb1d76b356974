import type { Db } from "../../platform/db/database.ts";
import type { InvitationContent } from "./columns.ts";
import { deleteWaiting, type EarlierInvitation, listEarlierInvitations } from "./invitation-history-store.ts";

export type { EarlierInvitation } from "./invitation-history-store.ts";

/**
 * The emails about their invitations that registered visitors were sent, or will be sent: by visitor, highest sequence
 * first.
 */
export const earlierInvitations = async (
  db: Db,
  location: string,
  ids: readonly string[],
): Promise<Map<string, EarlierInvitation[]>> =>
  Map.groupBy(await listEarlierInvitations(db, location, ids), ({ subject_id }) => subject_id);

/** Removes emails that were not sent yet. @returns the visitors they were for */
export const dropWaitingInvitations = async (
  db: Db,
  location: string,
  ids: readonly string[],
  template: InvitationContent["template"],
): Promise<ReadonlySet<string>> =>
  new Set((await deleteWaiting(db, location, ids, template)).map(({ subject_id }) => subject_id));

/** Whether the visitor has received it: it was sent, or is being sent now. */
export const wasSent = ({ state }: EarlierInvitation): boolean => state === "sent" || state === "sending";

/** The sequence of the next email to a visitor: 0 for the first. @param earlier highest sequence first */
export const nextSequence = (earlier: readonly EarlierInvitation[] = []): number => (earlier[0]?.sequence ?? -1) + 1;
