import type { Db, Statement } from "../../platform/db/database.ts";
import { findChannel } from "../../platform/channels/channels.ts";
import { hostByName } from "../../platform/db/host-by-name.ts";
import { hostMark } from "./host-link.ts";
import type { MessageRow } from "./store.ts";

// An address that was sent with the visit stands until the host's own is corrected later.
const FIND: Statement = {
  name: "find-host-of-today",
  text: `select v.recipient, h.doc::jsonb as host, t.screening_mail, l.settings ->> 'phone_country' as phone_country,
  case when h.mod_date > v.mod_date and h.mail is not null then null else v.recipient_mail end as recipient_mail
from visits v
join companies l on l._id = $1
left join lateral (${hostByName("h.doc, h.mail, h.mod_date", "v.recipient")}) h on true
left join visit_types t on t.company_id = $1 and t._id = v.visit_type
where v.company_id = $1 and v._id = $2`,
};

type HostRow = {
  recipient: string | null;
  recipient_mail: string | null;
  host: Record<string, unknown> | null;
  screening_mail: string | null;
  phone_country: string | null;
};

/** A message of a host about a visit, with the address it goes to. */
type AddressedNotice = Pick<MessageRow, "company_id" | "kind" | "recipient"> & {
  parameters: { visitId: string; host: string | null; greeting: string | null };
};

/** Where links of this visit may be sent: to its host, or to the type's approver where they were asked instead. */
const addressesOf = (row: HostRow, { kind, parameters }: AddressedNotice): unknown[] => {
  const own = row.host?.[findChannel(kind)?.hostKey ?? ""];
  if (kind !== "mail") return [own];
  return [own, row.recipient_mail, ...(parameters.greeting === null ? [row.screening_mail] : [])];
};

/**
 * Whether a message goes to the host that its visit has today, at an address that is still theirs: only such a message
 * has the link by which the host decides. A failed message can be sent again to any address.
 */
export const goesToHostOfToday = async (db: Db, message: AddressedNotice): Promise<boolean> => {
  const { company_id, kind, recipient, parameters } = message;
  const [row] = await db.named<HostRow>(FIND, [company_id, parameters.visitId]);
  if (row === undefined) return false;
  const mark = (host: string | null): string => hostMark(parameters.visitId, host);
  return (
    mark(row.recipient) === mark(parameters.host) &&
    addressesOf(row, message).some(
      (text) =>
        typeof text === "string" &&
        findChannel(kind)?.address(text.trim(), row.phone_country)?.toLowerCase() === recipient.toLowerCase(),
    )
  );
};
