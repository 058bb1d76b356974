import type { FileResponse, StreamResponse } from "../../platform/http/request-context.ts";
import { ORDINARY_BYTES_MAX } from "../../platform/http/output/large-lists.ts";
import { HttpError, forbidden, notFound } from "../../platform/lib/errors.ts";
import type { Texts } from "../../platform/lib/text/texts.ts";
import { doorLocation } from "../door/door.ts";
import {
  requestErasure as ask,
  erasureState,
  type Subject,
} from "../../resources/erasure-requests/erasure-requests.ts";
import { readSigned } from "../../resources/agreements/signed-documents.ts";
import * as locations from "../../resources/locations/locations.ts";
import * as registered from "../../resources/registered-visitors/registered-visitors.ts";
import { listVisitTypes as listTypes } from "../../resources/visit-types/visit-types.ts";
import { findInside } from "../../resources/visits/registered.ts";
import { readVisit } from "../../resources/visits/visits.ts";
import { type OwnDataWithoutVisits, type Call, readVisits, streamVisits, type Wire } from "./own-visits.ts";
import * as store from "./store.ts";

type Json = Record<string, unknown>;

/** The subject of a link: the registered visitor of an invitation, or the visit of a badge. */
const subjectOf = ({ principal }: Call): Subject => ({
  kind: principal.kind === "invitation" ? "registered_visitor" : "visit",
  id: principal._id,
});

/** An erased visitor has no page any more: their link has expired. */
const hasEnded = (): HttpError => forbidden("this link's visitor was erased");

const orEnded = async <T>(found: Promise<T>): Promise<T> => {
  try {
    return await found;
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) throw hasEnded();
    throw error;
  }
};

const labelsOf = async (call: Call, fallback: string): Promise<Record<string, Texts>> => {
  const types = await listTypes(call, call.location, { preferred: undefined, fallback });
  const fields = types.flatMap((type) => type.fields);
  return Object.fromEntries(fields.map(({ field_name, translations }) => [field_name, translations.label]));
};

const recordOf = async (call: Call, { kind, id }: Subject): Promise<Pick<Wire, "registered_visitor" | "inside">> => {
  if (kind !== "registered_visitor") return {};
  const { text } = await orEnded(registered.readRegisteredVisitor(call, call.location, id));
  const inside = (await findInside(call, call.location, [id])).has(id);
  return { registered_visitor: JSON.parse(text) as Json & { _id: string }, inside };
};

const givenBefore = async (call: Call, { id }: Subject): Promise<Pick<Wire, "given_before">> => {
  const given = await store.findGivenBefore(call.db, call.location, id);
  const filled = Object.entries(given ?? {}).filter(([, value]) => value !== null);
  return filled.length === 0 ? {} : { given_before: Object.fromEntries(filled) };
};

const placeOf = (place: Awaited<ReturnType<typeof locations.readLocation>>): Wire["location"] => {
  const { name, timezone, default_language, address, logo, colour } = doorLocation(place);
  return {
    name,
    timezone,
    default_language,
    ...(address === undefined ? {} : { address }),
    ...(logo === undefined ? {} : { logo }),
    ...(colour === undefined ? {} : { colour }),
  };
};

/** Everything except the visits. */
const readBesides = async (call: Call, subject: Subject, ids: readonly string[]): Promise<OwnDataWithoutVisits> => {
  const place = await locations.readLocation(call, call.location);
  const record = await recordOf(call, subject);
  const erasure = await erasureState(call, call.location, subject);
  return {
    location: placeOf(place),
    ...(place.settings.retention_days === null ? {} : { retention_days: place.settings.retention_days }),
    ...record,
    ...(await givenBefore(call, subject)),
    labels: await labelsOf(call, place.default_language),
    signed_agreements: await store.listSignedAgreements(call.db, call.location, ids, subject.id),
    messages: await store.listMessages(call.db, call.location, [...ids, subject.id]),
    ...(erasure === undefined ? {} : { erasure }),
  };
};

const visitsOf = async (call: Call, { kind, id }: Subject): Promise<string[]> =>
  kind === "visit" ? [id] : store.listVisitIds(call.db, call.location, id);

/**
 * The visitor's copy of a signed document, the same bytes as the location's. Errors: `404`, also for a visit of another
 * visitor.
 */
export const readOwnSignature = async (call: Call, visit: string, agreement: string): Promise<FileResponse> => {
  if (!(await visitsOf(call, subjectOf(call))).includes(visit)) throw notFound();
  return readSigned(call, call.location, visit, agreement);
};

/**
 * Everything stored about the holder of the link, as it is stored and however much it is. Visits of more than 2 MiB
 * together are sent one by one, and wait their turn. Errors: `403` if the holder was erased, `503` if others of the
 * location take too long.
 */
export const readOwnData = async (call: Call): Promise<Wire | StreamResponse> => {
  const subject = subjectOf(call);
  const ids = await visitsOf(call, subject);
  const besides = await readBesides(call, subject, ids);
  if ((await store.countBytes(call.db, call.location, ids)) > ORDINARY_BYTES_MAX) {
    await call.takeTurn?.();
    return streamVisits(call, besides, ids);
  }
  const visits = await readVisits(call, ids);
  if (subject.kind === "visit" && visits.length === 0) throw hasEnded();
  return { ...besides, visits };
};

/** Asks the location to erase the visitor who holds the link. Errors: `403` if they were erased already. */
export const requestErasure = async (call: Call) => {
  const subject = subjectOf(call);
  if (subject.kind === "visit") await orEnded(readVisit(call, call.location, subject.id));
  else await orEnded(registered.readRegisteredVisitor(call, call.location, subject.id));
  return ask(call, call.location, subject);
};
