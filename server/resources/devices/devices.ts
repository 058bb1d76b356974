import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch, etagStateOf, deleteIfMatch, withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { DEFAULT_NAME, type Device, type DeviceChange, type DeviceInput } from "./contract.ts";
import { claim } from "./pairing.ts";
import { isOnline } from "./presence.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Device>;
type Update = UpdateInput<Static<typeof DeviceChange>>;

/** Only what people write is in the tag: the rest changes with each heartbeat. */
const stateOf = ({ last_seen: _seen, app_version: _version, health: _health, ...row }: store.DeviceRow) => row;

/** `online` follows from the last heartbeat, not from the last event: it is right between two ticks too. */
const wire = (device: store.DeviceRow, now: number): Wire => {
  const { entrypoint_id, app_version, last_seen, health, ...row } = device;
  const answer = {
    ...row,
    ...(entrypoint_id === null ? {} : { entrypoint_id }),
    online: isOnline(last_seen, now),
    ...(last_seen === null ? {} : { last_seen }),
    ...(app_version === null ? {} : { app_version }),
    ...(health === null ? {} : { health }),
  };
  return withState(answer, stateOf(device));
};

const checkEntryPoint = async (ctx: RequestContext, location: string, id: string | null): Promise<void> => {
  if (id !== null && !(await store.hasEntryPoint(ctx.db, location, id)))
    throw badRequest(
      '"entrypoint_id" isn\'t an entrance of this location. Create one with POST /companies/{company_id}/entrypoints.',
      "unknown_reference",
      "entrypoint_id",
    );
};

/** The devices of a location, by name. */
export const listDevices = async (ctx: RequestContext, location: string): Promise<Wire[]> =>
  (await store.listDevices(ctx.db, location)).map((row) => wire(row, ctx.now));

/** One device. Errors: `404`. */
export const readDevice = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const row = await store.findDevice(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row, ctx.now);
};

/**
 * Pairs the kiosk that shows the code with the location. Errors: `400` if no kiosk shows the code now, or for an
 * unknown entry point; `429` after too many wrong codes.
 */
export const addDevice = async (
  ctx: RequestContext,
  location: string,
  body: Static<typeof DeviceInput>,
): Promise<Wire> => {
  const row: store.DeviceRow = {
    company_id: location,
    _id: newId(location, ctx.now),
    name: body.name ?? DEFAULT_NAME,
    entrypoint_id: body.entrypoint_id ?? null,
    app_version: null,
    last_seen: null,
    health: null,
    create_date: iso(ctx.now),
    mod_date: iso(ctx.now),
  };
  await checkEntryPoint(ctx, location, row.entrypoint_id);
  await claim(ctx, row, body.code);
  return wire(row, ctx.now);
};

const merged = ({ body, removed }: Update, old: store.DeviceRow): store.DeviceRow => ({
  ...old,
  name: removed.has("name") ? DEFAULT_NAME : (body.name ?? old.name),
  entrypoint_id: removed.has("entrypoint_id") ? null : (body.entrypoint_id ?? old.entrypoint_id),
});

/** Changes name or entry point; an entry point that was removed since may remain. Errors: `400`, `404`. */
export const updateDevice = (ctx: RequestContext, location: string, id: string, input: Update): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockDevice(inner.db, location, id);
    if (old === undefined) throw notFound();
    checkIfMatch(inner, () => etagStateOf(stateOf(old)));
    const row = merged(input, old);
    if (isDeepStrictEqual(row, old)) return wire(old, ctx.now);
    if (row.entrypoint_id !== old.entrypoint_id) await checkEntryPoint(inner, location, row.entrypoint_id);
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateDevice(changed), { location, action: "device.change", subject: "device" });
    return wire(changed, ctx.now);
  });

const removeAny = async (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> => {
  const entry = { location, action: "device.remove", events: ["device_deleted"] as const, subject: "device" };
  if (!(await store.deleteDevice(ctx, location, id, entry))) throw notFound();
  return { message: "Kiosk removed." };
};

/** Removes a device: its credential is refused from the next call on. Errors: `404`, `412`. */
export const removeDevice = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async ({ db }) => {
      const old = await store.lockDevice(db, location, id);
      return old && etagStateOf(stateOf(old));
    },
    (inner) => removeAny(inner, location, id),
  );
