import assert from "node:assert/strict";

import { calendarIn, type Mailbox, type ReceivedMail } from "./outside/mailbox.ts";
import { sendMails } from "./outside/sending.ts";
import type { Body, World } from "./world.ts";

const MINUTE_MS = 60_000;
/** A day to come, whose hours are in the zone of `buildLocation`. */
export const VISITING_ON = { startDate: "2036-05-19T09:00:00.000Z", endDate: "2036-05-19T10:00:00.000Z" };

/** Lets a minute pass, and the emails go out. @returns those */
export const sendAll = async (world: World, mailbox: Mailbox): Promise<ReceivedMail[]> => {
  mailbox.received.length = 0;
  world.clock.now += MINUTE_MS;
  await sendMails(world.context);
  return [...mailbox.received];
};

/** Registers and invites a visitor; the invitation has gone out. @returns the record */
export const buildInvited = async (
  world: World,
  mailbox: Mailbox,
  location: string,
  person: Record<string, unknown> = {},
): Promise<Body> => {
  const body = { company_id: location, first_name: "Jo", last_name: "Janssens", email: "jo@example.org", ...person };
  const { body: visitor } = await world.post("/knownvisitors", { visiting_on: VISITING_ON, ...body });
  await world.post(`/companies/${location}/knownvisitors/sendinvites`, [visitor._id]);
  assert.equal((await sendAll(world, mailbox)).length, 1);
  return visitor;
};

/** What the calendar entry of an email says under these names. */
export const entryOf = ({ raw }: ReceivedMail, ...names: string[]): (string | undefined)[] =>
  names.map((name) => new RegExp(`^${name}[:;](.*)$`, "m").exec(calendarIn(raw))?.[1]?.trimEnd());
