import { checkNotRemoved, mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { checkUnlocked } from "../../platform/db/directory-lock.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { type RequestContext, RawJson, type StreamResponse } from "../../platform/http/request-context.ts";
import { checkIfMatch, deleteIfMatch } from "../../platform/http/edge/conditional.ts";
import { listJson } from "../../platform/http/output/json-pieces.ts";
import { readPage } from "../../platform/http/output/large-lists.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { checkExtra, extraOf, mergeExtra } from "../../platform/lib/record/extra.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { HostInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof HostInput>;
type Update = UpdateInput<Input>;

const DOCUMENTED: ReadonlySet<string> = new Set(Object.keys(HostInput.properties));

/** Only email addresses are lower-cased; numbers are stored as sent (rules 4). */
const lower = (mail: string | undefined): string | undefined => mail?.toLowerCase();

/** The managed hosts of a location by name. Errors: `400` if they are too large together. */
export const listHosts = async (
  ctx: RequestContext,
  location: string,
  paging: { count?: number; page?: number },
): Promise<RawJson | StreamResponse> => {
  const page = await readPage(ctx, paging.count ?? 0, (bytesMax) =>
    store.listHosts(ctx.db, location, paging, bytesMax),
  );
  return listJson("[", page, "]");
};

/** One managed host. Errors: `404`. */
export const readHost = async (ctx: RequestContext, location: string, id: string): Promise<RawJson> => {
  const host = await store.findHost(ctx.db, location, id);
  if (host === undefined) throw notFound();
  return new RawJson(host.doc, id);
};

const only = ([row]: { _id: string; doc: string }[]): RawJson => {
  if (row === undefined) throw notFound();
  return new RawJson(row.doc, row._id);
};

/** Creates a host. Errors: `400` without `cn`. */
export const createHost = async (ctx: RequestContext, location: string, body: Input): Promise<RawJson> => {
  if (body.cn === undefined) throw badRequest('"cn" is required: the full name of the host.', "missing_key", "cn");
  const row: store.HostRow = {
    cn: body.cn,
    mail: lower(body.mail) ?? null,
    mobile: body.mobile ?? null,
    telephone_number: body.telephoneNumber ?? null,
    sticky: body.sticky ?? false,
    extra: checkExtra(extraOf(body, DOCUMENTED)),
  };
  const key = { company_id: location, _id: newId(location, ctx.now) };
  return only(
    await runLoggedQuery(ctx, store.insertHost(key, row, iso(ctx.now)), {
      location,
      action: "host.create",
      subject: "host",
    }),
  );
};

const merged = ({ body, removed }: Update, old: store.HostRow): store.HostRow => ({
  cn: body.cn ?? old.cn,
  mail: mergeValue({ removed }, "mail", lower(body.mail), old.mail, null),
  mobile: mergeValue({ removed }, "mobile", body.mobile, old.mobile, null),
  telephone_number: mergeValue({ removed }, "telephoneNumber", body.telephoneNumber, old.telephone_number, null),
  sticky: removed.has("sticky") ? false : (body.sticky ?? old.sticky),
  extra: checkExtra(mergeExtra(old.extra, extraOf(body, DOCUMENTED), removed), old.extra),
});

/** What a directory says of its hosts. */
const LOCKED = ["cn", "mail", "telephone_number"] as const;

/** A host of a directory has these keys from the server; they are sent back with what was read. */
const withoutOrigin = (row: store.HostRow): store.HostRow => {
  const { directory_id: _directory, external_id: _external, ...extra } = row.extra;
  return { ...row, extra };
};

/** How many hosts the bulk upload has; they are never read back (interface 2.2). */
export const countExternal = async (ctx: RequestContext, location: string): Promise<{ count: number }> => ({
  count: await store.countExternalHosts(ctx.db, location),
});

/** Changes a host. Errors: `400`, `404`. */
export const updateHost = (ctx: RequestContext, location: string, id: string, input: Update): Promise<RawJson> =>
  inTransaction(ctx, async (inner) => {
    checkNotRemoved(input, "cn");
    const old = await store.lockHost(inner.db, location, id);
    if (old === undefined) throw notFound();
    const { _id, doc, directory_id, external_id: _external, ...before } = old;
    checkIfMatch(inner, () => new RawJson(doc));
    const row = directory_id === null ? merged(input, before) : withoutOrigin(merged(input, before));
    if (isDeepStrictEqual(row, before)) return new RawJson(doc, _id);
    await checkUnlocked(
      inner.db,
      { directory_id },
      LOCKED.find((name) => row[name] !== before[name])?.replace("telephone_number", "telephoneNumber"),
    );
    const key = { company_id: location, _id };
    return only(
      await runLoggedQuery(inner, store.updateHost(key, row, iso(ctx.now)), {
        location,
        action: "host.change",
        subject: "host",
      }),
    );
  });

const removeAny = async (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> => {
  const origin = await store.findHost(ctx.db, location, id);
  if (origin !== undefined) await checkUnlocked(ctx.db, origin, "_id");
  const removed = await runLoggedQuery(ctx, store.deleteHost({ company_id: location, _id: id }), {
    location,
    action: "host.remove",
    subject: "host",
  });
  if (removed.length === 0) throw notFound();
  return { message: "Host removed." };
};

/** Removes a host. Errors: `404`, `412`. */
export const removeHost = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async ({ db }) => {
      const old = await store.lockHost(db, location, id);
      return old && new RawJson(old.doc);
    },
    (inner) => removeAny(inner, location, id),
  );
