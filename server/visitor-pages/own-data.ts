import type { Act } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { HttpError, refused } from "../lib/errors.ts";
import type { Texts } from "../lib/texts.ts";
import { doorLocation } from "../door/door.ts";
import { askErasure as ask, erasureState, type Subject } from "../erasure-requests/erasure-requests.ts";
import * as locations from "../locations/locations.ts";
import * as registered from "../registered-visitors/registered-visitors.ts";
import { list as listTypes } from "../visit-types/visit-types.ts";
import { read as readVisit } from "../visits/visits.ts";
import type { OwnData } from "./contract.ts";
import * as store from "./store.ts";

type Wire = Static<typeof OwnData>;
type Call = Act & { location: string };
type Json = Record<string, unknown>;

/** Whom a link is of: an invitation stands for the registered visitor, a badge for its visit. */
const subjectOf = ({ who }: Call): Subject => ({
  kind: who.kind === "invitation" ? "registered_visitor" : "visit",
  id: who._id,
});

/** Who is erased has no page any more: their link has ended. */
const orEnded = async <T>(found: Promise<T>): Promise<T> => {
  try {
    return await found;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) throw refused("whoever this link was of was erased");
    throw error;
  }
};

/** The people at the desk are not the visitor's to see. */
const STAFF: ReadonlySet<string> = new Set(["user_id", "signed_in_user", "signed_out_user"]);

const own = (text: string): Json =>
  Object.fromEntries(Object.entries(JSON.parse(text) as Json).filter(([key]) => !STAFF.has(key)));

const visitOf = async (call: Call, id: string): Promise<Wire["visits"][number]> =>
  own((await orEnded(readVisit(call, call.location, id))).text) as Wire["visits"][number];

const labelsOf = async (call: Call, fallback: string): Promise<Record<string, Texts>> => {
  const types = await listTypes(call, call.location, { asked: undefined, fallback });
  const fields = types.flatMap((type) => type.fields);
  return Object.fromEntries(fields.map(({ field_name, translations }) => [field_name, translations.label]));
};

const recordOf = async (
  call: Call,
  { kind, id }: Subject,
): Promise<{ registered_visitor?: Json & { _id: string } }> => {
  if (kind !== "registered_visitor") return {};
  const { text } = await orEnded(registered.read(call, call.location, id));
  return { registered_visitor: JSON.parse(text) as Json & { _id: string } };
};

const givenBefore = async (call: Call, { id }: Subject): Promise<Pick<Wire, "given_before">> => {
  const given = await store.findGivenBefore(call.db, call.location, id);
  const filled = Object.entries(given ?? {}).filter(([, value]) => value !== null);
  return filled.length === 0 ? {} : { given_before: Object.fromEntries(filled) };
};

/** All that is stored about whoever holds the link, as it is stored. Errors: `403` when they were erased. */
export const readOwnData = async (call: Call): Promise<Wire> => {
  const subject = subjectOf(call);
  const place = await locations.read(call, call.location);
  const { name, timezone, default_language, address, logo, colour } = doorLocation(place);
  const record = await recordOf(call, subject);
  const ids = subject.kind === "visit" ? [subject.id] : await store.selectVisitIds(call.db, call.location, subject.id);
  // Pictures of two megabytes each stand in them: of one location two such answers are made at once.
  await call.takeTurn?.();
  const visits: Wire["visits"] = [];
  for (const id of ids) visits.push(await visitOf(call, id));
  const erasure = await erasureState(call, call.location, subject);
  return {
    location: {
      name,
      timezone,
      default_language,
      ...(address === undefined ? {} : { address }),
      ...(logo === undefined ? {} : { logo }),
      ...(colour === undefined ? {} : { colour }),
    },
    ...(place.settings.retention_days === null ? {} : { retention_days: place.settings.retention_days }),
    ...record,
    ...(await givenBefore(call, subject)),
    visits,
    labels: await labelsOf(call, default_language),
    signed_agreements: await store.selectSigned(call.db, call.location, ids, subject.id),
    messages: await store.selectMessages(call.db, call.location, [...ids, subject.id]),
    ...(erasure === undefined ? {} : { erasure }),
  };
};

/** Asks the location to erase whoever holds the link. Errors: `403` when they were erased already. */
export const askErasure = async (call: Call) => {
  const subject = subjectOf(call);
  if (subject.kind === "visit") await orEnded(readVisit(call, call.location, subject.id));
  else await orEnded(registered.read(call, call.location, subject.id));
  return ask(call, call.location, subject);
};
