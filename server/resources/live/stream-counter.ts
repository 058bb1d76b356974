import type { Credential } from "../../platform/auth/credential.ts";
import { unavailable } from "../../platform/lib/errors.ts";

/**
 * The most streams that one credential may have open at once in this process. A site may give all its screens one key,
 * and each stream takes memory; this many are tested (test/server/resources/live/crowd.test.ts).
 */
export const STREAMS_MAX = 1_000;

/** Counts the open streams of each credential. */
export type StreamCounter = {
  /** Takes one. @returns a function that gives it back, once. Errors: `503` if the credential has as many as it may. */
  take(principal: Pick<Credential, "kind" | "_id">): () => void;
};

/** Makes the counter of a process. */
export const makeStreamCounter = (): StreamCounter => {
  const counts = new Map<string, number>();
  const change = (key: string, by: 1 | -1): void => {
    const now = (counts.get(key) ?? 0) + by;
    if (now === 0) counts.delete(key);
    else counts.set(key, now);
  };
  return {
    take: ({ kind, _id }) => {
      const key = `${kind} ${_id}`;
      if ((counts.get(key) ?? 0) >= STREAMS_MAX)
        throw unavailable(
          `This credential already has ${STREAMS_MAX} event streams open. Close one of them first.`,
          "busy",
        );
      change(key, 1);
      let isOpen = true;
      return () => {
        if (isOpen) change(key, -1);
        isOpen = false;
      };
    },
  };
};
