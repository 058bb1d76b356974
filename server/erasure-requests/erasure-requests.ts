import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import * as locations from "../locations/locations.ts";
import { mailLanguage } from "../messages/language.ts";
import { queueMessages } from "../messages/queue.ts";
import { remove } from "../registered-visitors/removal.ts";
import { insideOn } from "../visits/lists.ts";
import { erase } from "../visits/transitions.ts";
import type { ErasureRequest } from "./contract.ts";
import * as store from "./store.ts";
import { erasureMail } from "./words.ts";

type Wire = Static<typeof ErasureRequest>;

/** Who asks: a registered visitor, or whoever a single visit was of. */
export type Subject = { kind: store.SubjectKind; id: string };

/** How long a declined request is declined, at least, before it can be asked again. */
const AGAIN_MS = 24 * 60 * 60_000;

const state = ({ state: now, create_date, mod_date }: store.RequestRow) => ({ state: now, create_date, mod_date });

/** How the request of a visitor stands; undefined when they have not asked. */
export const erasureState = async (act: Act, location: string, { id }: Subject) => {
  const row = await store.findRequestOf(act.db, location, id);
  return row && state(row);
};

const entry = (location: string, act: string) => ({
  location,
  act: `erasure_request.${act}`,
  subject: "erasure_request",
});

const tell = async (act: Act, location: string, subjectId: string): Promise<void> => {
  const { name, default_language } = await locations.read(act, location);
  const link = `${act.context.config.publicUrl}/at/${location}/settings/erasure-requests`;
  const administrators = await store.selectAdministrators(act.db, location);
  if (administrators.length === 0) return;
  await queueMessages(
    act.db,
    administrators.map(({ email, language_id }) => {
      const language = mailLanguage(language_id, default_language);
      const parameters = erasureMail(language, name, link);
      const { now } = act;
      return {
        location,
        kind: "mail",
        recipient: email,
        template: "notice",
        parameters,
        subjectId,
        language,
        now,
      } as const;
    }),
  );
};

/** Asks a location to erase somebody, and tells its administrators; who asked already waits for the answer to that. */
export const askErasure = (act: Act, location: string, { kind, id }: Subject) =>
  together(act, async (inner) => {
    const row: store.RequestRow = {
      company_id: location,
      _id: newId(location, act.now),
      subject: kind,
      subject_id: id,
      state: "pending",
      create_date: iso(act.now),
      mod_date: iso(act.now),
    };
    const asked = await change(inner, store.insertRequest(row, iso(act.now - AGAIN_MS)), entry(location, "ask"));
    if (asked.length > 0) await tell(inner, location, id);
    const stored = await store.findRequestOf(inner.db, location, id);
    if (stored === undefined) throw notFound();
    return state(stored);
  });

const since = async (act: Act, location: string): Promise<string> => {
  const { _id, timezone, default_language, settings } = await locations.read(act, location);
  const place = { _id, timezone, language: default_language, signoutDays: settings.signout_days };
  return insideOn(place, undefined, act.now).from;
};

const wire = async (act: Act, row: store.ListedRequest, from: string): Promise<Wire> => {
  const { first_name, last_name, ...rest } = row;
  return {
    ...rest,
    ...(first_name === null ? {} : { first_name }),
    ...(last_name === null ? {} : { last_name }),
    inside: (await store.selectOpen(act.db, row.company_id, row.subject_id, from)).length > 0,
  };
};

/** The requests of a location, the newest first. */
export const list = async (act: Act, location: string): Promise<Wire[]> => {
  const from = await since(act, location);
  const listed: Wire[] = [];
  for (const row of await store.selectRequests(act.db, location)) listed.push(await wire(act, row, from));
  return listed;
};

/** One request. Errors: `404`. */
export const read = async (act: Act, location: string, id: string): Promise<Wire> => {
  const row = await store.findRequest(act.db, location, id);
  if (row === undefined) throw notFound();
  return wire(act, row, await since(act, location));
};

const hold = async (act: Act, location: string, id: string): Promise<Wire> => {
  await store.lockRequest(act.db, location, id);
  return read(act, location, id);
};

/** Declines a request that waits; a declined one is answered as it is. Errors: `404`. */
export const decline = (act: Act, location: string, id: string): Promise<Wire> =>
  together(act, async (inner) => {
    await hold(inner, location, id);
    await change(inner, store.setState(location, id, "declined", iso(act.now)), entry(location, "decline"));
    return read(inner, location, id);
  });

/**
 * Erases who asked, with everything that is kept of them; the request goes with them, and the log keeps who confirmed it.
 * Errors: `400` while they are inside, `404`.
 */
export const confirm = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  together(act, async (inner) => {
    const { subject, subject_id, inside } = await hold(inner, location, id);
    if (inside)
      throw badRequest(
        "The visitor is inside; sign them out first, with POST /visitors/{visitorId}/signout.",
        "wrong_state",
      );
    await change(inner, store.setState(location, id, "confirmed", iso(act.now)), entry(location, "confirm"));
    const visits = subject === "visit" ? [subject_id] : await store.selectVisits(inner.db, location, subject_id);
    for (const visit of visits) await erase(inner, location, visit);
    if (subject === "registered_visitor") await remove(inner, location, subject_id);
    return { message: "The visitor was erased, with everything stored about them." };
  });
