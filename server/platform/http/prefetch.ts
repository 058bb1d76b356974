import type { FastifyRequest } from "fastify";

import type { PrefetchHints } from "../auth/prefetch-hints.ts";
import type { PrefetchQuery } from "../db/prefetch.ts";

/** What a read will most likely ask the database first; undefined when that cannot be told from its path and the guess. */
export type PrefetchPlan = (
  request: Pick<FastifyRequest, "params" | "query">,
  guess: PrefetchHints,
) => PrefetchQuery | undefined;

/** That question with its answer, and the time the question was made from. */
export type PrefetchedQuery = { ask: PrefetchQuery; rows: unknown[]; now: number };

/** A path parameter as it was sent, not yet validated. */
export const rawParameter = ({ params }: Pick<FastifyRequest, "params">, name: string): unknown =>
  typeof params === "object" && params !== null ? Reflect.get(params, name) : undefined;
