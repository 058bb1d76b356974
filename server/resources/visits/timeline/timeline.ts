import type { RequestContext } from "../../../platform/http/request-context.ts";
import type { Static } from "../../../platform/http/contract/schemas.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import type { readTimeline as contract } from "./contract.ts";
import * as store from "./store.ts";

type TimelineEvent = Static<(typeof contract)["response"]>[number];
type TimelineEventKind = TimelineEvent["what"];

/** More than anyone would read. */
const EVENTS_MAX = 100;

/**
 * The log's actions with their names in the timeline; start and end are read from the visit, so that they include
 * corrections.
 */
const ACTIONS: Readonly<Record<string, TimelineEventKind>> = {
  "visit.approved": "approved",
  "visit.rejected": "rejected",
  "visit.reply": "host_replied",
  "visit.hand_over": "handed_over",
  "visit.change": "changed",
  "visit.safe": "safety_changed",
};

/** The timeline's name for each message to a host. */
const TEMPLATES: Readonly<Record<string, TimelineEventKind>> = {
  visitor_arrived: "host_told",
  visitor_to_decide: "host_asked",
  visitor_left: "host_told_of_leaving",
};

const STATES = { queued: "waiting", sending: "waiting", sent: "sent", failed: "failed" } as const;

const eventAt = (what: TimelineEventKind, at: string | null): TimelineEvent[] => (at === null ? [] : [{ what, at }]);

const ofTimes = (times: store.VisitTimes): TimelineEvent[] => [
  ...eventAt("signed_out", times.signed_out),
  ...eventAt("signed_in", times.signed_in),
  ...eventAt("preregistered", times.preregistered_date),
  ...eventAt("invited", times.invited_date),
];

const ofAction = ({ action, at }: { action: string; at: string }): TimelineEvent[] => {
  const what = ACTIONS[action];
  return what === undefined ? [] : [{ what, at }];
};

/** The messages of one occasion through several channels are one entry if their outcome is the same. */
const ofMessages = (messages: readonly store.VisitMessage[]): TimelineEvent[] => {
  const byNews = Map.groupBy(messages, ({ template, state, queued_at }) => [template, STATES[state], queued_at].join());
  return [...byNews.values()].flatMap((together) => {
    const [first] = together;
    const what = TEMPLATES[first?.template ?? ""];
    if (first === undefined || what === undefined) return [];
    const by = [...new Set(together.map(({ kind }) => kind))].toSorted();
    return [{ what, at: first.at, by, state: STATES[first.state] }];
  });
};

/** The timeline of a visit, newest first. Errors: `404`. */
export const readTimeline = async (ctx: RequestContext, location: string, id: string): Promise<TimelineEvent[]> => {
  const [times, actions, messages] = await Promise.all([
    store.findTimes(ctx.db, location, id),
    store.listTimelineEntries(ctx.db, location, id, { actions: Object.keys(ACTIONS), count: EVENTS_MAX }),
    store.listMessagesOf(ctx.db, location, id, { templates: Object.keys(TEMPLATES), count: EVENTS_MAX }),
  ]);
  if (times === undefined) throw notFound();
  const events = [...ofMessages(messages), ...actions.flatMap(ofAction), ...ofTimes(times)];
  return events.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
};
