import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";

import { until } from "../../../support/run/process.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { backUp, connectionTo, inDatabase, newFolder, restore } from "./places.ts";

/** Signs people in and out, changes and erases, until it is told to stop. */
const keepWriting = async (world: World, location: string, stopping: AbortSignal): Promise<void> => {
  const inside: string[] = [];
  for (let n = 0; !stopping.aborted; n += 1) {
    inside.push((await buildVisit(world, location, { last_name: `Load ${n}`, n }))._id);
    const id = inside[(n * 7) % inside.length] ?? "";
    if (n % 3 === 0) await world.put(`/visitors/${id}`, { note: `changed ${n}`, company: "Ünal" });
    if (n % 4 === 0) await world.post(`/visitors/${id}/signout`);
    if (n % 11 === 0) await world.remove(`/visitors/${inside.splice(n % inside.length, 1)[0]}`);
    await turn();
  }
};

type Row = { visit: string; _id: string };

const rowsAt = async (database: string, location: string): Promise<{ visits: Row[]; log: Body[] }> =>
  inDatabase(await connectionTo(database), async (client) => ({
    visits: (
      await client.query<Row>("select v::text as visit, _id from visits v where company_id = $1 order by _id", [
        location,
      ])
    ).rows,
    log: (
      await client.query(
        "select seq, act, event, subject_id, l::text as entry from log l where company_id = $1 order by seq",
        [location],
      )
    ).rows,
  }));

/** What the log says there must be: visits that began, less those that were erased. */
const impliedBy = (log: readonly Body[]): string[] => {
  const there = new Set<string>();
  for (const { event, act, subject_id } of log)
    if (event === "visitor_signed_in") there.add(subject_id);
    else if (act === "visit.erase") there.delete(subject_id);
  return [...there].toSorted();
};

const changesOf = (log: readonly Body[], id: string): number =>
  log.filter(({ subject_id }) => subject_id === id).length;

/** Restores a backup that was taken while others wrote, and compares it with what the source says of that moment. */
const compareWith = async (world: World, location: string, path: string): Promise<number> => {
  const { database } = await restore(world, path, { folder: await newFolder() });
  const [then, now] = [await rowsAt(database, location), await rowsAt(world.database, location)];
  // Entries become visible in the order of their numbers: the restored log is the beginning of the source's, without a hole.
  assert.deepEqual(then.log, now.log.slice(0, then.log.length));
  assert.deepEqual(
    then.visits.map(({ _id }) => _id),
    impliedBy(then.log),
  );
  const later = new Map(now.visits.map(({ _id, visit }) => [_id, visit]));
  let compared = 0;
  for (const { _id, visit } of then.visits) {
    if (changesOf(now.log, _id) !== changesOf(then.log, _id)) continue;
    assert.equal(visit, later.get(_id));
    compared += 1;
  }
  return compared;
};

/** Takes backups of one service under write load and proves each to be of one moment. @returns rows compared */
export const provePoints = async (times: number): Promise<number> => {
  const world = await makeWorld({ asOwner: true });
  const folder = await newFolder();
  const stop = new AbortController();
  try {
    const location = await buildLocation(world);
    const writers = [1, 2, 3].map(() => keepWriting(world, location, stop.signal));
    await until("visits to be there", async () =>
      (await rowsAt(world.database, location)).visits.length >= 20 ? true : undefined,
    );
    const paths: string[] = [];
    for (let n = 0; n < times; n += 1) paths.push((await backUp(world, folder)).path);
    stop.abort();
    await Promise.all(writers);
    let compared = 0;
    for (const path of paths) compared += await compareWith(world, location, path);
    return compared;
  } finally {
    stop.abort();
    await world.close();
  }
};
