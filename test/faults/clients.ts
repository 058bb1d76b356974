import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "pg";

import { callOver } from "../support/run/process.ts";

/** What the clients know. */
export type Ledger = {
  /** The visit that each acknowledged name stands for. */
  acknowledged: Map<string, string>;
  /** Every name that was used in a request. */
  asked: Set<string>;
  /** How often each status was seen; 0: the connection ended without an answer. */
  statuses: Map<number, number>;
  longestMs: number;
  lastFailure: number;
};

export type Place = { url: string; location: string; as: Record<string, string> };

/** Clients at work. */
export type Clients = {
  ledger: Ledger;
  /** Resolves at the next visit that is acknowledged from now on, with how long that took. */
  next(): Promise<number>;
  /** Lets them finish what they are at. */
  end(): Promise<void>;
};

const PAUSE_MS = 20;

type Wanted = { method: string; path: string; body?: unknown; headers?: Record<string, string> };

const ask = async ({ url, as }: Place, ledger: Ledger, { method, path, ...rest }: Wanted) => {
  const began = performance.now();
  const answer = await callOver(url, method, path, { as, ...rest }).catch(() => undefined);
  ledger.longestMs = Math.max(ledger.longestMs, performance.now() - began);
  const status = answer?.status ?? 0;
  ledger.statuses.set(status, (ledger.statuses.get(status) ?? 0) + 1);
  if (status !== 200) ledger.lastFailure = performance.now();
  return answer;
};

/** Clients that sign in without a pause, each under a new name, and repeat what was not acknowledged; and one that only reads. */
export const startClients = (place: Place, count: number): Clients => {
  const ledger: Ledger = {
    acknowledged: new Map(),
    asked: new Set(),
    statuses: new Map(),
    longestMs: 0,
    lastFailure: 0,
  };
  const work = { ending: false };
  const waiting = new Set<() => void>();
  const signIn = async (name: string): Promise<boolean> => {
    ledger.asked.add(name);
    const body = { company_id: place.location, first_name: name };
    const headers = { "idempotency-key": name };
    const answer = await ask(place, ledger, { method: "POST", path: "/api/visitors", body, headers });
    if (answer?.status !== 200) return false;
    ledger.acknowledged.set(name, answer.body._id);
    for (const tell of waiting) tell();
    return true;
  };
  // A key that was used before would be answered with what became of it.
  const run = randomUUID();
  const writer = async (who: number): Promise<void> => {
    for (let n = 0; !work.ending; n += 1)
      while (!(await signIn(`${run}-${who}-${n}`)) && !work.ending) await delay(PAUSE_MS);
  };
  const reader = async (): Promise<void> => {
    const path = `/api/visitors/signed_current/${place.location}`;
    for (; !work.ending; await delay(PAUSE_MS)) await ask(place, ledger, { method: "GET", path });
  };
  const all = Promise.all([reader(), ...Array.from({ length: count }, (_, who) => writer(who))]);
  const next = async (): Promise<number> => {
    const began = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.add(resolve);
    await promise;
    waiting.delete(resolve);
    return performance.now() - began;
  };
  const end = async (): Promise<void> => {
    work.ending = true;
    await all;
  };
  return { ledger, next, end };
};

/** What is wrong with the visits of a location, which are removed after that: acknowledged ones that are lost, doubled ones, ones no client asked for, entries in the log. */
export const wrongIn = async (client: Client, { location }: Place, { acknowledged, asked }: Ledger) => {
  const { rows } = await client.query<{ name: string; id: string; entries: number }>(
    `select v.first_name as name, v._id as id, count(l.seq)::int as entries from visits v
     left join log l on l.company_id = v.company_id and l.subject_id = v._id and l.event = 'visitor_signed_in'
     where v.company_id = $1 group by 1, 2`,
    [location],
  );
  await client.query("delete from visits where company_id = $1", [location]);
  const stored = new Map(rows.map(({ name, id }) => [name, id]));
  return {
    lost: [...acknowledged].filter(([name, id]) => stored.get(name) !== id).map(([name]) => name),
    doubled: rows.length - stored.size,
    strange: rows.filter(({ name }) => !asked.has(name)).length,
    unlogged: rows.filter(({ entries }) => entries !== 1).length,
  };
};

/** When nothing is. */
export const NOTHING_WRONG = { lost: [], doubled: 0, strange: 0, unlogged: 0 };
