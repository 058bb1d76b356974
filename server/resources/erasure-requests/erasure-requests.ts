import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as locations from "../locations/locations.ts";
import { chooseLanguage } from "../../platform/lib/text/language.ts";
import { queueMessages } from "../messages/queue.ts";
import { eraseOnRequest } from "../registered-visitors/removal.ts";
import { insideWindowOn } from "../visits/lists.ts";
import { erase } from "../visits/transitions.ts";
import type { ErasureRequest } from "./contract.ts";
import * as store from "./store.ts";
import { erasureMail } from "./erasure-mail.ts";

type Wire = Static<typeof ErasureRequest>;

/** Who asks: a registered visitor, or the visitor of a single visit. */
export type Subject = { kind: store.SubjectKind; id: string };

/** The minimum time before a declined request can be made again. */
const AGAIN_MS = 24 * 60 * 60_000;

const state = ({ state: now, create_date, mod_date }: store.RequestRow) => ({ state: now, create_date, mod_date });

/** The state of the visitor's request; undefined if they have not made one. */
export const erasureState = async (ctx: RequestContext, location: string, { id }: Subject) => {
  const row = await store.findRequestOf(ctx.db, location, id);
  return row && state(row);
};

const entry = (location: string, action: string) => ({
  location,
  action: `erasure_request.${action}`,
  subject: "erasure_request",
});

const notifyAdministrators = async (ctx: RequestContext, location: string, subjectId: string): Promise<void> => {
  const { name, default_language } = await locations.readLocation(ctx, location);
  const link = `${ctx.context.config.publicUrl}/at/${location}/settings/erasure-requests`;
  const administrators = await store.listAdministrators(ctx.db, location);
  if (administrators.length === 0) return;
  await queueMessages(
    ctx.db,
    administrators.map(({ email, language_id }) => {
      const language = chooseLanguage(language_id, default_language);
      const parameters = erasureMail(language, name, link);
      const { now } = ctx;
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

/**
 * Records a request for erasure and emails the location's administrators; if one is pending already, nothing happens.
 */
export const requestErasure = (ctx: RequestContext, location: string, { kind, id }: Subject) =>
  inTransaction(ctx, async (inner) => {
    const row: store.RequestRow = {
      company_id: location,
      _id: newId(location, ctx.now),
      subject: kind,
      subject_id: id,
      state: "pending",
      create_date: iso(ctx.now),
      mod_date: iso(ctx.now),
    };
    const created = await runLoggedQuery(
      inner,
      store.insertRequest(row, iso(ctx.now - AGAIN_MS)),
      entry(location, "ask"),
    );
    if (created.length > 0) await notifyAdministrators(inner, location, id);
    const stored = await store.findRequestOf(inner.db, location, id);
    if (stored === undefined) throw notFound();
    return state(stored);
  });

const since = async (ctx: RequestContext, location: string): Promise<string> => {
  const { _id, timezone, default_language, settings } = await locations.readLocation(ctx, location);
  const place = { _id, timezone, language: default_language, signoutDays: settings.signout_days };
  return insideWindowOn(place, undefined, ctx.now).from;
};

const wire = async (ctx: RequestContext, row: store.ListedRequest, from: string): Promise<Wire> => {
  const { first_name, last_name, ...rest } = row;
  return {
    ...rest,
    ...(first_name === null ? {} : { first_name }),
    ...(last_name === null ? {} : { last_name }),
    inside: (await store.listOpenVisits(ctx.db, row.company_id, row.subject_id, from)).length > 0,
  };
};

/** The requests of a location, newest first. */
export const listErasureRequests = async (ctx: RequestContext, location: string): Promise<Wire[]> => {
  const from = await since(ctx, location);
  const requests: Wire[] = [];
  for (const row of await store.listRequests(ctx.db, location)) requests.push(await wire(ctx, row, from));
  return requests;
};

/** One request. Errors: `404`. */
export const readErasureRequest = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const row = await store.findRequest(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return wire(ctx, row, await since(ctx, location));
};

const lockAndRead = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  await store.lockRequest(ctx.db, location, id);
  return readErasureRequest(ctx, location, id);
};

/** Declines a pending request; a declined one is returned unchanged. Errors: `404`. */
export const decline = (ctx: RequestContext, location: string, id: string): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    await lockAndRead(inner, location, id);
    await runLoggedQuery(inner, store.setState(location, id, "declined", iso(ctx.now)), entry(location, "decline"));
    return readErasureRequest(inner, location, id);
  });

/**
 * Erases the subject of a request, with everything kept about them and the request itself; the log keeps who confirmed
 * it. Errors: `400` while they are inside, `404`.
 */
export const confirm = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    const { subject, subject_id, inside } = await lockAndRead(inner, location, id);
    if (inside)
      throw badRequest(
        "The visitor is inside. Sign them out first, with POST /visitors/{visitorId}/signout.",
        "visitor_inside",
      );
    await runLoggedQuery(inner, store.setState(location, id, "confirmed", iso(ctx.now)), entry(location, "confirm"));
    const visits = subject === "visit" ? [subject_id] : await store.listVisitIds(inner.db, location, subject_id);
    for (const visit of visits) await erase(inner, location, visit);
    if (subject === "registered_visitor") await eraseOnRequest(inner, location, subject_id);
    return { message: "Everything stored about the visitor was erased." };
  });
