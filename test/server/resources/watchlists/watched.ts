import assert from "node:assert/strict";

import { type Body, buildLocation, type World } from "../../../support/world.ts";

/** A location with a list of who is denied, and visit types that compare visitors with it. */
export type Watched = { location: string; path: string; list: string; type: string };

/** A day within the next 12 months. */
export const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

export const made = async (world: World, path: string, body: object): Promise<Body> => {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

/** @param settings of the visit type */
export const makeWatched = async (world: World, settings: object = {}, kind = "denied"): Promise<Watched> => {
  const location = await buildLocation(world);
  const path = `/companies/${location}/watchlists`;
  const { _id: list } = await made(world, path, { name: "Barred", kind });
  const type = await made(world, `/companies/${location}/visittypes`, {
    name: "Visitor",
    screening: true,
    watchlist: true,
    ...settings,
  });
  return { location, path, list, type: type._id };
};

/** Adds an entry. */
export const addEntry = (world: World, { path, list }: Watched, names: string[], more: object = {}): Promise<Body> =>
  made(world, `${path}/${list}/entries`, { names, reason_code: "site_ban", review_on: inAMonth(), ...more });

/** Signs a visitor in. */
export const come = (world: World, { location, type }: Watched, name: string, more: object = {}): Promise<Body> => {
  const [first_name, ...last] = name.split(" ");
  return made(world, "/visitors", {
    company_id: location,
    visit_type: type,
    first_name,
    last_name: last.join(" "),
    ...more,
  });
};

/** The hits of a location. */
export const hitsOf = async (world: World, { path }: Watched, query = ""): Promise<Body[]> =>
  (await world.get(`${path}/hits${query}`)).body;

/** Decides the only hit of a visit. */
export const decide = async (world: World, watched: Watched, visit: Body, outcome: string): Promise<Body> => {
  const hit = (await hitsOf(world, watched)).find(({ visitorId }) => visitorId === visit._id);
  return made(world, `${watched.path}/hits/${hit._id}/decide`, { outcome, reason: "Looked at the papers" });
};

/** The approval of a visit now. */
export const approvalOf = async (world: World, visit: Body): Promise<string> =>
  (await world.get(`/visitors/${visit._id}`)).body.approval;
