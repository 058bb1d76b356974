import assert from "node:assert/strict";

import type { Body, World } from "../world.ts";

/** A zone in which it is about noon now: what a test expects today must not depend on the hour it runs at. */
export const noonZone = (now = Date.now()): string => {
  const ahead = 12 - new Date(now).getUTCHours();
  // The names of these zones count westwards.
  return ahead === 0 ? "Etc/GMT" : `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
};

/** The instant that many minutes from now. */
export const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** A location where it is about noon, with a plain and a screened visit type. */
export const buildDesk = async (
  world: World,
  more: Record<string, unknown> = {},
): Promise<{ location: string; visitor: string; interview: string }> => {
  const made = await world.post("/companies", { name: "Harbour House", timezone: noonZone(), ...more });
  assert.equal(made.status, 200, made.text);
  const location: string = made.body._id;
  const types = `/companies/${location}/visittypes`;
  const visitor = await world.post(types, { name: "Visitor", index: 0, badge: true, photo: "optional" });
  const interview = await world.post(types, { name: "Interview", index: 1, screening: true });
  return { location, visitor: visitor.body._id, interview: interview.body._id };
};

/** A visit. */
export const signIn = async (world: World, company_id: string, visit: Record<string, unknown>): Promise<Body> => {
  const { status, body, text } = await world.post("/visitors", { company_id, notify_host: false, ...visit });
  assert.equal(status, 200, text);
  return body;
};

/** A registered visitor who is expected from one minute from now on to another. */
export const expectVisitor = async (
  world: World,
  company_id: string,
  visitor: Record<string, unknown>,
  [from, to]: [number, number],
): Promise<Body> => {
  const visiting_on = { startDate: minutesFromNow(from), endDate: minutesFromNow(to) };
  const { status, body, text } = await world.post("/knownvisitors", { company_id, ...visitor, visiting_on });
  assert.equal(status, 200, text);
  return body;
};
