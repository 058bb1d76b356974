import type { Static } from "../http/schemas.ts";
import type { Act } from "../http/call.ts";
import { change } from "../events/log.ts";
import { notFound } from "../lib/errors.ts";
import { iso } from "../lib/time.ts";
import { pageLink, posterToken } from "../door/tokens.ts";
import type { Poster } from "./contract.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Poster>;

const wire = (act: Act, location: string, { _id, poster_generation: generation }: store.PosterRow): Wire => {
  const { config, secretKey } = act.context;
  const url = pageLink(config, "p", posterToken(secretKey, { location, entryPoint: _id, generation }));
  return { _id, url, generation };
};

/** What the poster of a door says. Errors: `404`. */
export const readPoster = async (act: Act, location: string, id: string): Promise<Wire> => {
  const row = await store.findPoster(act.db, location, id);
  if (row === undefined) throw notFound();
  return wire(act, location, row);
};

/** Replaces the poster of a door: what the ones before say is refused from now on. Errors: `404`. */
export const replacePoster = async (act: Act, location: string, id: string): Promise<Wire> => {
  const entry = {
    location,
    act: "entry_point.replace_poster",
    events: ["company_updated"] as const,
    subject: "entry_point",
  };
  const [row] = await change<store.PosterRow>(act, store.raisePoster(location, id, iso(act.now)), entry);
  if (row === undefined) throw notFound();
  return wire(act, location, row);
};

/** The name of an active door whose poster is of this generation; undefined when it was replaced, closed or removed. */
export const findPosted = async (
  act: Pick<Act, "db">,
  location: string,
  id: string,
  generation: number,
): Promise<store.PosterRow | undefined> => {
  const row = await store.findPoster(act.db, location, id);
  return row !== undefined && row.active && row.poster_generation === generation ? row : undefined;
};
