import type { Db } from "../../../platform/db/database.ts";
import type { InvitationContent } from "../columns.ts";
import { deleteWaiting, type EarlierInvitation, listEarlierInvitations } from "./invitation-history-store.ts";

export { deleteHeld as dropHeldInvitations } from "./invitation-history-store.ts";
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
const wasSent = ({ state }: EarlierInvitation): boolean => state === "sent" || state === "sending";

const isWithdrawal = ({ template }: EarlierInvitation): boolean => template === "registered_visitor_withdrawal";

/** The last email that told the visitor about their visit; undefined if none has gone out. @param earlier highest sequence first */
export const lastTold = (earlier: readonly EarlierInvitation[]): EarlierInvitation | undefined =>
  earlier.find((one) => wasSent(one) && !isWithdrawal(one));

/** The last email to each address that still stands: it has not been withdrawn there. @param earlier highest sequence first */
export const standingInvitations = (earlier: readonly EarlierInvitation[]): EarlierInvitation[] =>
  [...Map.groupBy(earlier.filter(wasSent), ({ recipient }) => recipient.toLowerCase()).values()].flatMap(([last]) =>
    last === undefined || isWithdrawal(last) ? [] : [last],
  );

/** The sequence of the next email to a visitor: 0 for the first. @param earlier highest sequence first */
export const nextSequence = (earlier: readonly EarlierInvitation[] = []): number => (earlier[0]?.sequence ?? -1) + 1;
