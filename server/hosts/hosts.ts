import { isDeepStrictEqual } from "node:util";

import { change } from "../events/log.ts";
import { type Act, ReadyJson } from "../http/call.ts";
import { checkMatch, removeMatched } from "../http/conditional.ts";
import { readPage } from "../http/large-lists.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { checkExtra, extraOf, mergeExtra } from "../lib/extra.ts";
import { newId } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import { HostInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof HostInput>;
type Sent = { body: Input; removed: ReadonlySet<string> };

const DOCUMENTED: ReadonlySet<string> = new Set(Object.keys(HostInput.properties));

/** Only the mail is lower-cased; numbers are stored as sent (decisions 4). */
const lower = (mail: string | undefined): string | undefined => mail?.toLowerCase();

/** The managed hosts of a location by name. Errors: `400` where they are too large together. */
export const list = async (
  act: Act,
  location: string,
  paging: { count?: number; page?: number },
): Promise<ReadyJson> => {
  const { docs } = await readPage(act, paging.count ?? 0, (bytesMax) =>
    store.selectHosts(act.db, location, paging, bytesMax),
  );
  return new ReadyJson(`[${docs}]`);
};

/** One managed host. Errors: `404`. */
export const read = async (act: Act, location: string, id: string): Promise<ReadyJson> => {
  const host = await store.findHost(act.db, location, id);
  if (host === undefined) throw notFound();
  return new ReadyJson(host.doc);
};

const only = (rows: { doc: string }[]): ReadyJson => {
  const [row] = rows;
  if (row === undefined) throw notFound();
  return new ReadyJson(row.doc);
};

/** Creates a host. Errors: `400` without `cn`. */
export const create = async (act: Act, location: string, body: Input): Promise<ReadyJson> => {
  if (body.cn === undefined) throw badRequest('"cn" is required: the full name of the host.', "missing_key", "cn");
  const row: store.HostRow = {
    cn: body.cn,
    mail: lower(body.mail) ?? null,
    mobile: body.mobile ?? null,
    telephone_number: body.telephoneNumber ?? null,
    sticky: body.sticky ?? false,
    extra: checkExtra(extraOf(body, DOCUMENTED)),
  };
  const key = { company_id: location, _id: newId(location, act.now) };
  return only(
    await change(act, store.insertHost(key, row, iso(act.now)), { location, act: "host.create", subject: "host" }),
  );
};

const keep = <T>(sent: T | undefined, name: string, removed: ReadonlySet<string>, stored: T | null): T | null =>
  removed.has(name) ? null : (sent ?? stored);

const merged = ({ body, removed }: Sent, old: store.HostRow): store.HostRow => ({
  cn: body.cn ?? old.cn,
  mail: keep(lower(body.mail), "mail", removed, old.mail),
  mobile: keep(body.mobile, "mobile", removed, old.mobile),
  telephone_number: keep(body.telephoneNumber, "telephoneNumber", removed, old.telephone_number),
  sticky: removed.has("sticky") ? false : (body.sticky ?? old.sticky),
  extra: checkExtra(mergeExtra(old.extra, extraOf(body, DOCUMENTED), removed)),
});

/** Changes a host. Errors: `400`, `404`. */
export const update = (act: Act, location: string, id: string, sent: Sent): Promise<ReadyJson> =>
  together(act, async (inner) => {
    if (sent.removed.has("cn")) throw badRequest('"cn" is required and cannot be removed.', "not_removable", "cn");
    const old = await store.lockHost(inner.db, location, id);
    if (old === undefined) throw notFound();
    const { _id, doc, ...before } = old;
    checkMatch(inner, () => new ReadyJson(doc));
    const row = merged(sent, before);
    if (isDeepStrictEqual(row, before)) return new ReadyJson(doc);
    const key = { company_id: location, _id };
    return only(
      await change(inner, store.updateHost(key, row, iso(act.now)), { location, act: "host.change", subject: "host" }),
    );
  });

const removeAny = async (act: Act, location: string, id: string): Promise<{ message: string }> => {
  const removed = await change(act, store.deleteHost({ company_id: location, _id: id }), {
    location,
    act: "host.remove",
    subject: "host",
  });
  if (removed.length === 0) throw notFound();
  return { message: "The host was removed." };
};

/** Removes a host. Errors: `404`, `412`. */
export const remove = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  removeMatched(
    act,
    async ({ db }) => {
      const old = await store.lockHost(db, location, id);
      return old && new ReadyJson(old.doc);
    },
    (inner) => removeAny(inner, location, id),
  );
