import { VERSION } from "../lib/version.ts";
import type { DiskSpace } from "./disks.ts";
import type { Gauges } from "./gauges.ts";
import type { Meters } from "./meters.ts";
import { BOUNDS_MS, type Durations, type Tally } from "./tally.ts";

/** One line of the answer; `suffix` is for the parts of a histogram. */
export type Sample = { labels: Record<string, string>; value: number; suffix?: "_bucket" | "_sum" | "_count" };

/** A metric with all its lines. */
export type Family = {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
};

/** What is told: this process's own numbers, and those of the database where it could be asked. */
export type MetricSources = {
  meters: Meters;
  gauges: Gauges | undefined;
  newestBackup: number | undefined;
  /** Whether this process makes the daily backup. */
  isBackingUp: boolean;
  disks: readonly DiskSpace[];
};

const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: "gauge",
  samples,
});
const counter = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: "counter",
  samples,
});
const one = (value: number, labels: Record<string, string> = {}): Sample[] => [{ labels, value }];
const each = (label: string, values: Record<string, number>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));

const ofTally = (tally: Tally): Sample[] =>
  tally.all().map(({ values, count }) => ({
    labels: Object.fromEntries(tally.labels.map((label, n) => [label, values[n] ?? ""])),
    value: count,
  }));

const ofDurations = (durations: Durations, labels: Record<string, string>): Sample[] => {
  const { atMost, count, sumMs } = durations.read();
  const bucket = (le: string, value: number): Sample => ({ labels: { ...labels, le }, value, suffix: "_bucket" });
  return [
    ...BOUNDS_MS.map((bound, n) => bucket(String(bound / 1000), atMost[n] ?? 0)),
    bucket("+Inf", count),
    { labels, value: sumMs / 1000, suffix: "_sum" },
    { labels, value: count, suffix: "_count" },
  ];
};

const requests = (meters: Meters): Family[] => {
  // A route that was never called is no line: it would be most of the answer.
  const called = [...meters.routes()].filter(({ statuses }) => statuses.size > 0);
  return [
    counter(
      "foyer_http_requests_total",
      "Requests that were answered, by route, method and status.",
      called.flatMap(({ method, route, statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
      ),
    ),
    {
      name: "foyer_http_request_duration_seconds",
      help: "Time from the arrival of a request to the end of its answer; streams are left out.",
      type: "histogram",
      samples: called
        .filter(({ durations }) => durations.read().count > 0)
        .flatMap(({ method, route, durations }) => ofDurations(durations, { method, route })),
    },
  ];
};

const webhooks = (meters: Meters): Family[] => [
  counter(
    "foyer_webhook_deliveries_total",
    "Events by what became of them, in this process.",
    ofTally(meters.deliveries),
  ),
  {
    name: "foyer_webhook_call_duration_seconds",
    help: "Time a call to a webhook took.",
    type: "histogram",
    samples: ofDurations(meters.webhookCalls, {}),
  },
  gauge(
    "foyer_webhook_calls_under_way",
    "Calls to webhooks that this process waits for.",
    one(meters.webhookCallsUnderWay),
  ),
  counter(
    "foyer_webhooks_disabled_total",
    "Webhooks that this process switched off after five failures.",
    one(meters.webhooksDisabled),
  ),
];

const ticks = (meters: Meters): Family[] => {
  const all = [...meters.ticks()];
  return [
    counter(
      "foyer_tick_runs_total",
      "Runs of background work, by outcome.",
      all.flatMap(([tick, { done, failed }]) => [
        { labels: { tick, outcome: "done" }, value: done },
        { labels: { tick, outcome: "failed" }, value: failed },
      ]),
    ),
    gauge(
      "foyer_tick_last_success_timestamp_seconds",
      "When background work last ended without an error.",
      all.flatMap(([tick, { lastEnded }]) =>
        lastEnded === undefined ? [] : [{ labels: { tick }, value: lastEnded / 1000 }],
      ),
    ),
    gauge(
      "foyer_tick_duration_seconds",
      "How long the last run of background work took.",
      all.map(([tick, { lastMs }]) => ({ labels: { tick }, value: lastMs / 1000 })),
    ),
  ];
};

const pool = ({ pool: state }: Meters): Family[] => {
  if (state === undefined) return [];
  const { total, idle, waiting } = state();
  return [
    gauge(
      "foyer_database_pool_connections",
      "Connections to the database, by state.",
      each("state", { busy: total - idle, idle }),
    ),
    gauge("foyer_database_pool_waiting", "Calls that wait for a connection to the database.", one(waiting)),
  ];
};

const replica = ({ replica: state }: Meters): Family[] => {
  if (state === undefined) return [];
  const { lagMs, used } = state();
  return [
    gauge("foyer_replica_used", "Whether the log, exports and graphs are read from the replica.", one(used ? 1 : 0)),
    ...(lagMs === undefined
      ? []
      : [gauge("foyer_replica_lag_seconds", "How far the replica is behind, at most.", one(lagMs / 1000))]),
  ];
};

const waitingOf = (gauges: Gauges, kind: string, state: string): number =>
  gauges.waiting.find((row) => row.kind === kind && row.state === state)?.count ?? 0;

const messagesWaiting = (gauges: Gauges): Family[] => [
  gauge(
    "foyer_messages_waiting",
    "Mails and SMS that are not sent yet, by kind and state.",
    ["mail", "sms"].flatMap((kind) =>
      ["queued", "sending"].map((state) => ({ labels: { kind, state }, value: waitingOf(gauges, kind, state) })),
    ),
  ),
  gauge(
    "foyer_messages_oldest_age_seconds",
    "Age of the oldest mail or SMS that is not sent yet.",
    ["mail", "sms"].map((kind) => ({
      labels: { kind },
      value: Math.max(0, ...gauges.waiting.filter((row) => row.kind === kind).map(({ age }) => age)),
    })),
  ),
];

/** Of the whole service; every process tells the same. */
const fromDatabase = (gauges: Gauges | undefined): Family[] => {
  const up = gauge(
    "foyer_database_up",
    "Whether the database answered in time when it was last asked for these numbers.",
    one(gauges === undefined ? 0 : 1),
  );
  if (gauges === undefined) return [up];
  return [
    up,
    gauge("foyer_locations", "Locations.", one(gauges.locations)),
    gauge(
      "foyer_event_backlog_age_seconds",
      "Age of the oldest event that waits for an enabled webhook; 0 when none waits.",
      one(gauges.backlogAge),
    ),
    gauge("foyer_event_backlog_locations", "Locations whose webhook has events waiting.", one(gauges.backlogLocations)),
    gauge(
      "foyer_webhooks",
      "Webhooks, by state: enabled, disabled (after five failures), off (by their owner).",
      each("state", gauges.webhooks),
    ),
    gauge("foyer_kiosks", "Paired kiosks, by whether they were heard within 90 seconds.", each("state", gauges.kiosks)),
    ...messagesWaiting(gauges),
  ];
};

const backups = ({ newestBackup, isBackingUp }: MetricSources): Family[] => [
  gauge("foyer_backup_daily", "Whether this process makes the daily backup.", one(isBackingUp ? 1 : 0)),
  ...(newestBackup === undefined
    ? []
    : [gauge("foyer_backup_newest_timestamp_seconds", "When the newest backup was made.", one(newestBackup / 1000))]),
];

/** What runs out one day. */
const supplies = ({ disks, meters: { certificateEnd } }: MetricSources): Family[] => [
  gauge(
    "foyer_disk_free_bytes",
    "Room on the disks of the embedded database and of the backups.",
    disks.map(({ use, freeBytes }) => ({ labels: { use }, value: freeBytes })),
  ),
  ...(certificateEnd === undefined
    ? []
    : [gauge("foyer_certificate_end_timestamp_seconds", "When the certificate ends.", one(certificateEnd / 1000))]),
];

/** Everything the service tells of itself, but for what the runtime says. No label names a location or a person. */
export const familiesOf = (told: MetricSources): Family[] => [
  gauge("foyer_build_info", "This program; always 1.", one(1, { version: VERSION, node: process.versions.node })),
  ...requests(told.meters),
  counter("foyer_sign_ins_total", "Visits that began, by source.", ofTally(told.meters.signIns)),
  ...webhooks(told.meters),
  counter(
    "foyer_messages_total",
    "Mails and SMS that were handed over, by kind and outcome.",
    ofTally(told.meters.messages),
  ),
  ...pool(told.meters),
  ...replica(told.meters),
  ...ticks(told.meters),
  ...backups(told),
  ...supplies(told),
  ...fromDatabase(told.gauges),
];
