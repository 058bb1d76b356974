import { createHash } from "node:crypto";
import type { ClientBase } from "pg";

import type { EventName } from "../shared/events.ts";
import { SERVICE_LOCATION } from "../server/platform/lib/record/ids.ts";
import { iso } from "../server/platform/lib/time/time.ts";
import type { DemoAgreement } from "./agreement.ts";
import { type Random, randomFor } from "./random.ts";
import type { RecentRegistration, RecentVisit } from "./recent.ts";
import { insertRows } from "./insert-rows.ts";
import type { Site } from "./sites.ts";
import type { StaffRow } from "./staff.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const VISITS_MAX = 150;
const RECEPTION = 0;
const KIOSK = 1;
const SALT_BYTES = 16;

type Actor = { kind: string; _id: string };

/** An entry of the audit log. */
type LoggedAction = {
  at: string;
  act: string;
  event?: EventName;
  subject: string;
  subject_id: string;
  ids?: object;
  /** Absent if a user did it and there are no users yet: then it is not logged. */
  actor: Actor | undefined;
  body: { before?: object; after?: object };
};

/** The users who act at a location. */
export type Actors = { staff: readonly StaffRow[]; devices: readonly { _id: string; entrypoint_id: string }[] };

type HistoryContext = Actors & { random: Random; site: Site };

const randomActor = ({ random, staff }: HistoryContext, ...roles: StaffRow["role"][]): LoggedAction["actor"] => {
  const able = staff.filter(({ role, active }) => active && roles.includes(role));
  return able.length === 0 ? undefined : { kind: "user", _id: random.pick(able)._id };
};

/** Who signed a visitor in or out, by source. */
const doorActor = (
  telling: HistoryContext,
  { entrypoint_id }: RecentVisit,
  source: number | null,
): LoggedAction["actor"] => {
  if (source === RECEPTION) return randomActor(telling, "receptionist");
  const kiosk = telling.devices.find((device) => device.entrypoint_id === entrypoint_id);
  return source === KIOSK && kiosk !== undefined
    ? { kind: "device", _id: kiosk._id }
    : { kind: "poster", _id: entrypoint_id };
};

const LEAVING = new Set(["signed_out", "signed_out_source", "signed_out_user"]);

/** A visit at sign-in, while it awaited approval, and after sign-out. */
const statesOf = ({ doc }: RecentVisit) => {
  const left: Record<string, unknown> = JSON.parse(doc);
  const came = Object.fromEntries(Object.entries(left).filter(([key]) => !LEAVING.has(key)));
  return { left, came, waits: { ...came, approval: "pending" } };
};

const ofVisit = (telling: HistoryContext, visit: RecentVisit): LoggedAction[] => {
  const { _id: subject_id, signed_in, signed_out, approval } = visit;
  const { came, waits, left } = statesOf(visit);
  const of = { subject: "visit", subject_id, ids: { visitorId: subject_id, visitTypeId: visit.visit_type } };
  const start: LoggedAction = {
    ...of,
    at: signed_in,
    act: "visit.start",
    event: "visitor_signed_in",
    actor: doorActor(telling, visit, visit.signed_in_source),
    body: { after: approval === null ? came : waits },
  };
  const happened = [start];
  if (approval === "approved" || approval === "rejected")
    happened.push({
      ...of,
      at: iso(Date.parse(signed_in) + telling.random.between(1, 3) * MINUTE_MS),
      actor: { kind: "host_link", _id: subject_id },
      act: `visit.${approval}`,
      event: `visitor_screening_${approval}`,
      body: { before: waits, after: came },
    });
  if (signed_out !== null)
    happened.push({
      ...of,
      at: signed_out,
      act: "visit.sign_out",
      event: "visitor_signed_out",
      actor: doorActor(telling, visit, visit.signed_out_source),
      body: { before: came, after: left },
    });
  return happened;
};

/** What a log begins with; also while there are no users who could have done it. */
const ofFirstVisit = (telling: HistoryContext, visit: RecentVisit): LoggedAction[] =>
  ofVisit(telling, visit).map((done) => ({ ...done, actor: done.actor ?? { kind: "system", _id: SERVICE_LOCATION } }));

const ofRegistration = (telling: HistoryContext, { _id, doc, create_date }: RecentRegistration): LoggedAction => ({
  at: create_date,
  act: "registered_visitor.create",
  event: "registered_visitor_created",
  subject: "registered_visitor",
  subject_id: _id,
  ids: { knownVisitorId: _id },
  actor: randomActor(telling, "receptionist", "employee"),
  body: { after: JSON.parse(doc) },
});

const given = (row: object): object => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/**
 * The administrator's recent changes: the last version of the rules, which type needs approval, and a host's number.
 */
const ofSettings = (telling: HistoryContext, { row }: DemoAgreement, now: number): LoggedAction[] => {
  const actor = randomActor(telling, "local_admin");
  const [type, host] = [telling.site.visitTypes.get("contractor"), telling.site.hosts[1]];
  const change = (subject: string, at: string, after: { _id: string }, was: object): LoggedAction => ({
    at,
    act: `${subject}.change`,
    subject,
    subject_id: after._id,
    actor,
    body: { before: { ...given(after), ...was }, after: given(after) },
  });
  return [
    change("agreement", row.mod_date, row, { version: row.version - 1 }),
    ...(type === undefined ? [] : [change("visit_type", iso(now - 12 * DAY_MS), type, { screening: false })]),
    ...(host === undefined ? [] : [change("host", iso(now - 2 * DAY_MS), host, { telephone_number: "2099" })]),
  ];
};

const rowsOf = (
  random: Random,
  site: Site,
  seqs: readonly number[],
  all: readonly (LoggedAction & { actor: Actor })[],
) =>
  all.map(({ at, actor, body, event = null, ids = null, ...done }, n) => {
    const key = { company_id: site.id, seq: seqs[n] ?? 0 };
    const [salt, text] = [random.hex(SALT_BYTES), JSON.stringify(body)];
    const digest = createHash("sha256").update(Buffer.from(salt, "hex")).update(text).digest("hex");
    return {
      entry: {
        ...key,
        ...done,
        at,
        event,
        ids,
        actor_kind: actor.kind,
        actor_id: actor._id,
        digest: `\\x${digest}`,
      },
      body: { ...key, subject_id: done.subject_id, salt: `\\x${salt}`, body: text },
    };
  });

/** The inputs for the history of a location. */
export type HistorySource = {
  site: Site;
  /** The first visit that the location ever had. */
  first: RecentVisit | undefined;
  recent: readonly RecentVisit[];
  registered: readonly RecentRegistration[];
  agreement: DemoAgreement;
};

/**
 * Writes the audit log of a location's first visit and its last few days, as the service itself would have.
 * @param now milliseconds
 * @returns the number of its last entry
 */
export const writeHistory = async (
  client: ClientBase,
  { site, first, recent, registered, agreement }: HistorySource,
  cast: Actors,
  { now, seedNumber }: { now: number; seedNumber: number },
): Promise<number> => {
  const random = randomFor(seedNumber, `${site.place.name}, history`);
  const telling: HistoryContext = { ...cast, random, site };
  const told = recent.slice(-VISITS_MAX);
  const all = [
    ...ofSettings(telling, agreement, now),
    ...registered.map((one) => ofRegistration(telling, one)),
    ...told.flatMap((visit) => ofVisit(telling, visit)),
    ...(first === undefined || told.some(({ _id }) => _id === first._id) ? [] : ofFirstVisit(telling, first)),
  ]
    .filter((done): done is LoggedAction & { actor: Actor } => done.actor !== undefined && Date.parse(done.at) <= now)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const { rows } = await client.query<{ seq: number }>(
    "select nextval('log_seq')::float8 as seq from generate_series(1, $1)",
    [all.length],
  );
  const seqs = rows.map(({ seq }) => seq);
  const written = rowsOf(random, site, seqs, all);
  await insertRows(
    client,
    "log",
    written.map(({ entry }) => entry),
  );
  await insertRows(
    client,
    "log_bodies",
    written.map(({ body }) => body),
  );
  return seqs.at(-1) ?? 0;
};
