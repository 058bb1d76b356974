import { MESSAGE_KINDS } from "../channels/channels.ts";
import { VERSION } from "../lib/version.ts";
import type { FreeSpace } from "./free-space.ts";
import type { DatabaseGauges } from "./gauges.ts";
import type { Metrics } from "./metric-registry.ts";
import { BOUNDS_MS, type Histogram, type Counter } from "./counters.ts";

/** One line of the output; `suffix` is for the parts of a histogram. */
export type Sample = { labels: Record<string, string>; value: number; suffix?: "_bucket" | "_sum" | "_count" };

/** A metric with all its lines. */
export type MetricFamily = {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
};

/** The inputs: this process's own numbers, and those of the database if it could be queried. */
export type MetricSources = {
  meters: Metrics;
  gauges: DatabaseGauges | undefined;
  newestBackup: number | undefined;
  /** Whether this process makes the daily backup. */
  isBackingUp: boolean;
  disks: readonly FreeSpace[];
};

const gauge = (name: string, help: string, samples: readonly Sample[]): MetricFamily => ({
  name,
  help,
  type: "gauge",
  samples,
});
const counter = (name: string, help: string, samples: readonly Sample[]): MetricFamily => ({
  name,
  help,
  type: "counter",
  samples,
});
const one = (value: number, labels: Record<string, string> = {}): Sample[] => [{ labels, value }];
const each = (label: string, values: Record<string, number>): Sample[] =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }));

const counterSamples = (tally: Counter): Sample[] =>
  tally.all().map(({ values, count }) => ({
    labels: Object.fromEntries(tally.labels.map((label, n) => [label, values[n] ?? ""])),
    value: count,
  }));

const histogramSamples = (durations: Histogram, labels: Record<string, string>): Sample[] => {
  const { atMost, count, sumMs } = durations.read();
  const bucket = (le: string, value: number): Sample => ({ labels: { ...labels, le }, value, suffix: "_bucket" });
  return [
    ...BOUNDS_MS.map((bound, n) => bucket(String(bound / 1000), atMost[n] ?? 0)),
    bucket("+Inf", count),
    { labels, value: sumMs / 1000, suffix: "_sum" },
    { labels, value: count, suffix: "_count" },
  ];
};

const requests = (meters: Metrics): MetricFamily[] => {
  // A route that was never called has no line: those would be most of the output.
  const called = [...meters.routes()].filter(({ statuses }) => statuses.size > 0);
  return [
    counter(
      "foyer_http_requests_total",
      "Requests answered, by route, method and status.",
      called.flatMap(({ method, route, statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
      ),
    ),
    {
      name: "foyer_http_request_duration_seconds",
      help: "Time from receiving a request to finishing the response, excluding streams.",
      type: "histogram",
      samples: called
        .filter(({ durations }) => durations.read().count > 0)
        .flatMap(({ method, route, durations }) => histogramSamples(durations, { method, route })),
    },
  ];
};

const webhooks = (meters: Metrics): MetricFamily[] => [
  counter(
    "foyer_webhook_deliveries_total",
    "Webhook events by outcome, in this process.",
    counterSamples(meters.deliveries),
  ),
  {
    name: "foyer_webhook_call_duration_seconds",
    help: "Duration of webhook requests.",
    type: "histogram",
    samples: histogramSamples(meters.webhookCalls, {}),
  },
  gauge(
    "foyer_webhook_calls_under_way",
    "Webhook requests in progress in this process.",
    one(meters.webhookCallsUnderWay),
  ),
  counter(
    "foyer_webhooks_disabled_total",
    "Webhooks turned off by this process after 5 failures.",
    one(meters.webhooksDisabled),
  ),
];

const ticks = (meters: Metrics): MetricFamily[] => {
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
      "Time of the last successful background run.",
      all.flatMap(([tick, { lastEnded }]) =>
        lastEnded === undefined ? [] : [{ labels: { tick }, value: lastEnded / 1000 }],
      ),
    ),
    gauge(
      "foyer_tick_duration_seconds",
      "Duration of the last background run.",
      all.map(([tick, { lastMs }]) => ({ labels: { tick }, value: lastMs / 1000 })),
    ),
  ];
};

const pool = ({ pool: state }: Metrics): MetricFamily[] => {
  if (state === undefined) return [];
  const { total, idle, waiting } = state();
  return [
    gauge(
      "foyer_database_pool_connections",
      "Connections to the database, by state.",
      each("state", { busy: total - idle, idle }),
    ),
    gauge("foyer_database_pool_waiting", "Calls waiting for a database connection.", one(waiting)),
  ];
};

const replica = ({ replica: state }: Metrics): MetricFamily[] => {
  if (state === undefined) return [];
  const { lagMs, used } = state();
  return [
    gauge("foyer_replica_used", "Whether the log, exports and graphs are read from the replica.", one(used ? 1 : 0)),
    ...(lagMs === undefined ? [] : [gauge("foyer_replica_lag_seconds", "Maximum replica lag.", one(lagMs / 1000))]),
  ];
};

const waitingOf = (gauges: DatabaseGauges, kind: string, state: string): number =>
  gauges.waiting.find((row) => row.kind === kind && row.state === state)?.count ?? 0;

const messagesWaiting = (gauges: DatabaseGauges): MetricFamily[] => [
  gauge(
    "foyer_messages_waiting",
    "Emails and SMS not sent yet, by kind and state.",
    MESSAGE_KINDS.flatMap((kind) =>
      ["queued", "sending"].map((state) => ({ labels: { kind, state }, value: waitingOf(gauges, kind, state) })),
    ),
  ),
  gauge(
    "foyer_messages_oldest_age_seconds",
    "Age of the oldest unsent email or SMS.",
    MESSAGE_KINDS.map((kind) => ({
      labels: { kind },
      value: Math.max(0, ...gauges.waiting.filter((row) => row.kind === kind).map(({ age }) => age)),
    })),
  ),
];

/** Of the whole service; the same in every process. */
const fromDatabase = (gauges: DatabaseGauges | undefined): MetricFamily[] => {
  const up = gauge(
    "foyer_database_up",
    "Whether the database responded in time when these numbers were last read.",
    one(gauges === undefined ? 0 : 1),
  );
  if (gauges === undefined) return [up];
  return [
    up,
    gauge("foyer_locations", "Locations.", one(gauges.locations)),
    gauge(
      "foyer_event_backlog_age_seconds",
      "Age of the oldest event waiting for an enabled webhook; 0 if none is waiting.",
      one(gauges.backlogAge),
    ),
    gauge("foyer_event_backlog_locations", "Locations whose webhook has events waiting.", one(gauges.backlogLocations)),
    gauge(
      "foyer_webhooks",
      "Webhooks, by state: enabled, disabled (after five failures), off (by an administrator).",
      each("state", gauges.webhooks),
    ),
    gauge(
      "foyer_kiosks",
      "Paired kiosks, by whether they connected in the last 90 seconds.",
      each("state", gauges.kiosks),
    ),
    gauge(
      "foyer_directories",
      "Directories that are read at an interval, by how the last reading went: ok, failed.",
      each("state", gauges.directories),
    ),
    gauge(
      "foyer_directory_sync_age_seconds",
      "Time since the last success of the directory that has waited longest; 0 if none is read.",
      one(gauges.directoryAge),
    ),
    gauge(
      "foyer_visits_to_index",
      "Visits that aren't indexed yet: filters of their logs are slow.",
      one(gauges.visitsToIndex),
    ),
    ...messagesWaiting(gauges),
    gauge(
      "foyer_connections",
      "What Foyer is connected to, by kind and state: ok, unused, failing, off.",
      gauges.connections.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
    ),
  ];
};

const backups = ({ newestBackup, isBackingUp }: MetricSources): MetricFamily[] => [
  gauge("foyer_backup_daily", "Whether this process makes the daily backup.", one(isBackingUp ? 1 : 0)),
  ...(newestBackup === undefined
    ? []
    : [gauge("foyer_backup_newest_timestamp_seconds", "Time of the newest backup.", one(newestBackup / 1000))]),
];

/** What runs out one day. */
const supplies = ({ disks, meters: { certificateEnd } }: MetricSources): MetricFamily[] => [
  gauge(
    "foyer_disk_free_bytes",
    "Free space on the disks of the embedded database and the backups.",
    disks.map(({ use, freeBytes }) => ({ labels: { use }, value: freeBytes })),
  ),
  ...(certificateEnd === undefined
    ? []
    : [
        gauge(
          "foyer_certificate_end_timestamp_seconds",
          "Time at which the certificate expires.",
          one(certificateEnd / 1000),
        ),
      ]),
];

/** All metrics of the service, except those of the runtime. No label names a location or a person. */
export const metricFamilies = (sources: MetricSources): MetricFamily[] => [
  gauge(
    "foyer_build_info",
    "This version of Foyer; always 1.",
    one(1, { version: VERSION, node: process.versions.node }),
  ),
  ...requests(sources.meters),
  counter("foyer_sign_ins_total", "Visits started, by source.", counterSamples(sources.meters.signIns)),
  ...webhooks(sources.meters),
  counter("foyer_messages_total", "Emails and SMS sent, by kind and outcome.", counterSamples(sources.meters.messages)),
  ...pool(sources.meters),
  ...replica(sources.meters),
  ...ticks(sources.meters),
  ...backups(sources),
  ...supplies(sources),
  ...fromDatabase(sources.gauges),
];
