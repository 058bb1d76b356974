import type { Db } from "../../platform/db/database.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { queueMessages, type QueuedMessage } from "../../resources/messages/queue.ts";
import { readSmsUse } from "../../resources/messages/sms-settings.ts";
import * as store from "./limits-store.ts";

/** How many messages about visitors with a poster or an invitation one address gets in this time. */
const MESSAGES_MAX = 5;
const WINDOW_MS = 10 * 60_000;
/** The message that says how many more there are waits for the end of a rush, but not for long. */
const QUIET_MS = 10_000;
const RUSH_MS = 60_000;

const isByStranger = ({ parameters }: QueuedMessage): boolean => "byStranger" in parameters;

const keyOf = ({ kind, recipient }: QueuedMessage): string => `${kind} ${recipient}`;

/** The messages that are sent, and those that are only counted, by address. */
type Division = { sent: QueuedMessage[]; held: Map<string, QueuedMessage[]> };

const divide = async (db: Db, messages: readonly QueuedMessage[]): Promise<Division> => {
  const division: Division = { sent: [], held: new Map() };
  const counts = new Map<string, number>();
  for (const message of messages) {
    const key = keyOf(message);
    if (!isByStranger(message)) {
      division.sent.push(message);
      continue;
    }
    const count = counts.get(key) ?? (await store.countByStrangers(db, message, iso(message.now - WINDOW_MS)));
    counts.set(key, count + 1);
    if (count < MESSAGES_MAX) division.sent.push(message);
    else division.held.set(key, [...(division.held.get(key) ?? []), message]);
  }
  return division;
};

/** Counts what is held in the message that says how many there are: one that waits already, or a new one. */
const summarise = async (db: Db, held: readonly QueuedMessage[]): Promise<QueuedMessage[]> => {
  const last = held.at(-1);
  if (last === undefined || !("visitId" in last.parameters)) return [];
  const until = { quiet: iso(last.now + QUIET_MS), rushMs: RUSH_MS };
  if (await store.addToSummary(db, last, held.length, until)) return [];
  const before = await store.findLastSummary(db, last, iso(last.now - WINDOW_MS));
  const { greeting, locationName } = last.parameters;
  return [
    {
      ...last,
      template: "more_visitors",
      parameters: { count: held.length, greeting, locationName },
      delayMs: before === undefined ? QUIET_MS : Date.parse(before) + WINDOW_MS - last.now,
    },
  ];
};

/** SMS beyond the location's number for a day are kept with the reason, and not sent. */
const withinSmsOfDay = async (
  db: Db,
  location: string,
  messages: readonly QueuedMessage[],
): Promise<QueuedMessage[]> => {
  const first = messages.find(({ kind }) => kind === "sms");
  if (first === undefined) return [...messages];
  const { most, today } = await readSmsUse(db, location, first.now);
  let count = today;
  return messages.map((message) => {
    if (message.kind !== "sms") return message;
    count += 1;
    return count <= most
      ? message
      : { ...message, refused: `This location's ${most} SMS of today have been used (setting sms_per_day).` };
  });
};

/**
 * Queues notifications within the limits that keep strangers from costing a host's patience and a location's money: of
 * visitors with a poster or an invitation, one address gets 5 messages in 10 minutes and then one that says how many
 * there are, and a location sends its number of SMS a day.
 */
export const queueWithinLimits = async (
  db: Db,
  location: string,
  messages: readonly QueuedMessage[],
): Promise<void> => {
  const { sent, held } = await divide(db, messages);
  const summaries: QueuedMessage[] = [];
  for (const some of held.values()) summaries.push(...(await summarise(db, some)));
  const all = [...sent, ...summaries];
  if (all.length > 0) await queueMessages(db, await withinSmsOfDay(db, location, all));
};
