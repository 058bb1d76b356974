import type { FastifyRequest } from "fastify";

import type { Guess } from "../auth/guesses.ts";
import type { Ask } from "../db/ahead.ts";

/** What a read will most likely ask the database first; undefined when that cannot be told from its path and the guess. */
export type Ahead = (request: Pick<FastifyRequest, "params" | "query">, guess: Guess) => Ask | undefined;

/** That question with its answer, and the time the question was made from. */
export type SentAhead = { ask: Ask; rows: unknown[]; now: number };

/** A path parameter as it was sent, not yet validated. */
export const sentParameter = ({ params }: Pick<FastifyRequest, "params">, name: string): unknown =>
  typeof params === "object" && params !== null ? Reflect.get(params, name) : undefined;
