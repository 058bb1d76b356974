import { tagOf } from "../lib/ids.ts";
import type { LocationClock } from "./location-clock.ts";

/** What the last accepted call of a key lets expect of its next one. */
export type PrefetchHints = {
  /** Milliseconds since 1970 at the start of the call. */
  now: number;
  /** The location an object's id belongs to, when the key covered it. */
  locationOf(id: string): string | undefined;
  /** A location the key covered, with its clock. */
  place(location: string): LocationClock | undefined;
};

/**
 * Remembers, of accepted keys, which locations they covered and which clocks those have. Only a guess at what to ask ahead
 * (db/prefetch.ts): whether a key is good, and what it covers, is read on every call (interface 5.6). Who was never accepted is
 * not guessed for, so refused calls cost no second statement.
 */
export type PrefetchHintCache = {
  of(keyId: string, now: number): PrefetchHints;
  learn(keyId: string, locations: readonly string[] | "all", place: LocationClock | undefined): void;
};

/** How much is remembered before it begins anew. */
const REMEMBERED_MAX = 10_000;

const remember = <T>(map: Map<string, T>, key: string, value: T): void => {
  if (map.size >= REMEMBERED_MAX && !map.has(key)) map.clear();
  map.set(key, value);
};

export const makePrefetchHintCache = (): PrefetchHintCache => {
  const covered = new Map<string, readonly string[]>();
  const places = new Map<string, LocationClock>();
  return {
    of: (keyId, now) => ({
      now,
      locationOf: (id) => {
        const tag = tagOf(id);
        return covered.get(keyId)?.find((location) => tagOf(location) === tag);
      },
      place: (location) => (covered.get(keyId)?.includes(location) === true ? places.get(location) : undefined),
    }),
    learn: (keyId, locations, place) => {
      if (locations !== "all") remember(covered, keyId, locations);
      if (place !== undefined) remember(places, place._id, place);
    },
  };
};
