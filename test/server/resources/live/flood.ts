import type { World } from "../../../support/world.ts";

/** More than any buffer between a service and a client on the same machine holds. */
export const FLOOD = 100_000;

/** Writes that many events into a location's log at once. */
export const flood = async (world: World, location: string): Promise<void> => {
  await world.db.pool.query(
    `insert into log (company_id, seq, at, act, event, subject, subject_id, ids, actor_kind, actor_id)
select $1, nextval('log_seq'), now(), 'visit.change', 'visitor_updated', 'visit', s, jsonb_build_object('visitorId', s, 'visitTypeId', s), 'user', s
from (select lpad(to_hex(n), 24, '0') as s from generate_series(1, ${FLOOD}) n) g`,
    [location],
  );
  world.wake.changed(location);
};
