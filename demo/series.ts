import type { ClientBase } from "pg";

import { addressOf } from "../server/resources/registered-visitors/invitations/message.ts";
import { slotsOf } from "../server/resources/series/occurrences.ts";
import { entryOf } from "../server/resources/registered-visitors/series-invitations/entry.ts";
import { addDays, dateOf, iso, startOfDay } from "../server/platform/lib/time/time.ts";
import { seededId } from "./ids.ts";
import { insertRows } from "./insert-rows.ts";
import { type Random, randomFor } from "./random.ts";
import { type RegisteredRow, registeredRow } from "./registered.ts";
import type { Person } from "./people/people.ts";
import type { Site } from "./sites.ts";

const HOUR_MS = 3_600_000;
const RULE = "FREQ=WEEKLY;COUNT=10";
const MINUTES = 90;

type Source = { site: Site; now: number; random: Random };

const visitorRow = ({ site, now, random }: Source, person: Person, from: string, to: string): RegisteredRow =>
  registeredRow(random, site, now, {
    person,
    kind: "visitor",
    host: site.hosts[0] ?? random.pick(site.hosts),
    span: { visiting_from: from, visiting_to: to },
    created: now - 24 * HOUR_MS,
  });

/** A visitor who comes every week, and has been invited to all of it. */
const writeWeekly = async (client: ClientBase, source: Source, person: Person & { email: string }): Promise<void> => {
  const { site, now, random } = source;
  const { timezone } = site.place;
  const at = iso(now - 24 * HOUR_MS);
  const timing = { rule: RULE, starts: `${addDays(dateOf(now, timezone), 2)}T09:00`, timezone, minutes: MINUTES };
  const slots = slotsOf(timing, now);
  const of = { company_id: site.id, series_id: seededId(random, now, site.id) };
  const invited = { status: "invited", invited_date: at, preregistered_date: null, extra: {} };
  const rows = slots.map(({ recurrence_id, starts, ends }) => ({
    ...visitorRow(source, person, starts, ends),
    ...invited,
    entrypoint_id: site.entryPoints[0]?._id ?? null,
    series_id: of.series_id,
    recurrence_id,
    member: at,
  }));
  const { name, address, zip_code, city } = site.location;
  const place = { locationName: name, address: addressOf({ address, zip_code, city }) };
  const people = rows.map((row) => ({ ...row, entrance: null }));
  const told = entryOf({ rows: people, told: undefined }, { timing, slots, cancelled: new Set(), place, now }, false);
  const dates = { create_date: at, mod_date: at };
  const shared = { recipient: rows[0]?.recipient };
  await insertRows(client, "visit_series", [
    {
      company_id: site.id,
      _id: of.series_id,
      name: "Weekly review",
      ...timing,
      invite: true,
      shared,
      rev: 1,
      made_on: at,
      ...dates,
    },
  ]);
  await insertRows(
    client,
    "series_occurrences",
    slots.map((slot) => ({ ...of, _id: seededId(random, now, site.id), ...slot, cancelled: false })),
  );
  await insertRows(client, "registered_visitors", rows);
  const entry = { uid: seededId(random, now, site.id), sequence: 0, round: 0, told };
  const receiver = { address: person.email, language: person.language };
  await insertRows(client, "series_invitations", [
    { ...of, member: at, _id: seededId(random, now, site.id), ...receiver, ...entry },
  ]);
};

/** Some who come together today, three of them without names yet. */
const writeGroup = async (client: ClientBase, source: Source, people: readonly Person[]): Promise<void> => {
  const { site, now, random } = source;
  const { timezone } = site.place;
  const from = startOfDay(dateOf(now, timezone), timezone) + 14 * HOUR_MS;
  const span = [iso(from), iso(from + 3 * HOUR_MS)] as const;
  const group_id = seededId(random, now, site.id);
  const rows = people.map((person, n) => ({ ...visitorRow(source, person, ...span), group_id, member: String(n) }));
  const dates = { create_date: iso(now), mod_date: iso(now) };
  const shared = { recipient: rows[0]?.recipient, visiting_on: { startDate: span[0], endDate: span[1] } };
  const group = { company_id: site.id, _id: group_id, name: "Site tour", leader_id: rows[0]?._id, unnamed: 3, shared };
  await insertRows(client, "visit_groups", [{ ...group, rev: 1, ...dates }]);
  await insertRows(client, "registered_visitors", rows);
};

/** A visitor who comes every week and a group that comes once, at a location. */
export const writeSeries = async (client: ClientBase, site: Site, now: number, seedNumber: number): Promise<void> => {
  const source = { site, now, random: randomFor(seedNumber, `${site.id}, series`) };
  const weekly = site.regulars.find((person): person is Person & { email: string } => person.email !== undefined);
  if (weekly !== undefined) await writeWeekly(client, source, weekly);
  await writeGroup(client, source, site.regulars.slice(-4));
};
