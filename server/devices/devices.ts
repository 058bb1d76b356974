import { isDeepStrictEqual } from "node:util";

import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { checkMatch, ofState, removeMatched, withWrittenState } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import { DEFAULT_NAME, type Device, type DeviceChange, type DeviceInput } from "./contract.ts";
import { claim } from "./pairing.ts";
import { isOnline } from "./presence.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Device>;
type Sent = { body: Static<typeof DeviceChange>; removed: ReadonlySet<string> };

/** What of a device is written by people: each heartbeat would make another tag of the rest. */
const stateOf = ({ last_seen: _seen, app_version: _version, ...row }: store.DeviceRow) => row;

/** `online` follows from the last heartbeat, not from the last event: it is right between two ticks too. */
const wire = (device: store.DeviceRow, now: number): Wire => {
  const { entrypoint_id, app_version, last_seen, ...row } = device;
  const answer = {
    ...row,
    ...(entrypoint_id === null ? {} : { entrypoint_id }),
    online: isOnline(last_seen, now),
    ...(last_seen === null ? {} : { last_seen }),
    ...(app_version === null ? {} : { app_version }),
  };
  return withWrittenState(answer, stateOf(device));
};

const checkEntryPoint = async (act: Act, location: string, id: string | null): Promise<void> => {
  if (id !== null && !(await store.hasEntryPoint(act.db, location, id)))
    throw badRequest(
      '"entrypoint_id" names no entry point of this location; create one with POST /companies/{company_id}/entrypoints.',
      "unknown_reference",
      "entrypoint_id",
    );
};

/** The devices of a location, by name. */
export const list = async (act: Act, location: string): Promise<Wire[]> =>
  (await store.selectDevices(act.db, location)).map((row) => wire(row, act.now));

/** One device. Errors: `404`. */
export const read = async (act: Act, location: string, id: string): Promise<Wire> => {
  const row = await store.findDevice(act.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row, act.now);
};

/**
 * Makes the kiosk that shows the code a device of the location (product, Kiosk 1).
 * Errors: `400` for a code that no kiosk shows now, and for an entry point of nowhere; `429` after too many wrong codes.
 */
export const add = async (act: Act, location: string, body: Static<typeof DeviceInput>): Promise<Wire> => {
  const row: store.DeviceRow = {
    company_id: location,
    _id: newId(location, act.now),
    name: body.name ?? DEFAULT_NAME,
    entrypoint_id: body.entrypoint_id ?? null,
    app_version: null,
    last_seen: null,
    create_date: iso(act.now),
    mod_date: iso(act.now),
  };
  await checkEntryPoint(act, location, row.entrypoint_id);
  await claim(act, row, body.code);
  return wire(row, act.now);
};

const merged = ({ body, removed }: Sent, old: store.DeviceRow): store.DeviceRow => ({
  ...old,
  name: removed.has("name") ? DEFAULT_NAME : (body.name ?? old.name),
  entrypoint_id: removed.has("entrypoint_id") ? null : (body.entrypoint_id ?? old.entrypoint_id),
});

/** Changes name or entry point; an entry point that was removed since may stay. Errors: `400`, `404`. */
export const update = (act: Act, location: string, id: string, sent: Sent): Promise<Wire> =>
  together(act, async (inner) => {
    const old = await store.lockDevice(inner.db, location, id);
    if (old === undefined) throw notFound();
    checkMatch(inner, () => ofState(stateOf(old)));
    const row = merged(sent, old);
    if (isDeepStrictEqual(row, old)) return wire(old, act.now);
    if (row.entrypoint_id !== old.entrypoint_id) await checkEntryPoint(inner, location, row.entrypoint_id);
    const changed = { ...row, mod_date: iso(act.now) };
    await change(inner, store.updateDevice(changed), { location, act: "device.change", subject: "device" });
    return wire(changed, act.now);
  });

const removeAny = async (act: Act, location: string, id: string): Promise<{ message: string }> => {
  const entry = { location, act: "device.remove", events: ["device_deleted"] as const, subject: "device" };
  if (!(await store.deleteDevice(act, location, id, entry))) throw notFound();
  return { message: "The device was removed." };
};

/** Removes a device: its credential is refused from the next call on. Errors: `404`, `412`. */
export const remove = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  removeMatched(
    act,
    async ({ db }) => {
      const old = await store.lockDevice(db, location, id);
      return old && ofState(stateOf(old));
    },
    (inner) => removeAny(inner, location, id),
  );
