import type { Static } from "../../platform/http/contract/schemas.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { pageLink, posterToken } from "../../platform/auth/visitor-tokens.ts";
import type { Poster } from "./contract.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Poster>;

const wire = (ctx: RequestContext, location: string, { _id, poster_generation: generation }: store.PosterRow): Wire => {
  const { config, secretKey } = ctx.context;
  const url = pageLink(config, "p", posterToken(secretKey, { location, entryPoint: _id, generation }));
  return { _id, url, generation };
};

/** The contents of an entry point's poster. Errors: `404`. */
export const readPoster = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const row = await store.findPoster(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return wire(ctx, location, row);
};

/** Replaces an entry point's poster: earlier posters are refused from now on. Errors: `404`. */
export const replacePoster = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const entry = {
    location,
    action: "entry_point.replace_poster",
    events: ["company_updated"] as const,
    subject: "entry_point",
  };
  const [row] = await runLoggedQuery<store.PosterRow>(ctx, store.raisePoster(location, id, iso(ctx.now)), entry);
  if (row === undefined) throw notFound();
  return wire(ctx, location, row);
};

/**
 * The name of an active entry point whose poster has this generation; undefined if the poster was replaced, or the
 * entry point deactivated or removed.
 */
export const findPosted = async (
  ctx: Pick<RequestContext, "db">,
  location: string,
  id: string,
  generation: number,
): Promise<store.PosterRow | undefined> => {
  const row = await store.findPoster(ctx.db, location, id);
  return row !== undefined && row.active && row.poster_generation === generation ? row : undefined;
};
