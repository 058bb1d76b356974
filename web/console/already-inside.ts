import { useSyncExternalStore } from "react";

import { fold } from "../shared/fold.ts";
import { queries } from "./api.ts";
import { isWaiting } from "./later.ts";
import { insideQuery, type Visit } from "./today.ts";

/** What a visitor is recognised by at reception. */
type Person = { first_name?: string; last_name?: string; company?: string; email?: string };

/** Case, accents and punctuation make no other person. */
const plain = (text: string | undefined): string =>
  fold(text ?? "")
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter((word) => word !== "")
    .join(" ");

const nameOf = ({ first_name, last_name }: Person): string => plain(`${first_name ?? ""} ${last_name ?? ""}`);

/** Given on both sides, and not the same. */
const differs = (a: string | undefined, b: string | undefined): boolean =>
  plain(a) !== "" && plain(b) !== "" && plain(a) !== plain(b);

/** Whether two records seem to be of one person: the same name, and no other address or company where both are known. */
const isSamePerson = (a: Person, b: Person): boolean =>
  nameOf(a) !== "" && nameOf(a) === nameOf(b) && !differs(a.email, b.email) && !differs(a.company, b.company);

/** The visit of a person who seems to be inside at this location; undefined where there is none, or it cannot be known now. */
const findInside = async (location: string, person: Person): Promise<Visit | undefined> => {
  const inside = await queries.fetchQuery(insideQuery(location)).catch(() => []);
  return inside.find((visit) => !isWaiting("out", visit._id) && isSamePerson(visit, person));
};

/** The question on the screen. */
export type AlreadyInside = { visit: Visit; answer: (signsIn: boolean) => void };

let asked: AlreadyInside | undefined;
const watchers = new Set<() => void>();

const set = (next: AlreadyInside | undefined): void => {
  asked = next;
  for (const watcher of watchers) watcher();
};

const ask = (visit: Visit): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (signsIn: boolean): void => {
      if (asked?.visit === visit) set(undefined);
      resolve(signsIn);
    };
    set({ visit, answer });
  });

/**
 * Whether a visitor is to be signed in: one who seems to be inside already only when the receptionist says so. Counted twice they
 * would be missing at an evacuation.
 */
export const isToSignIn = async (location: string, person: Person): Promise<boolean> => {
  if (asked !== undefined) return false;
  const visit = await findInside(location, person);
  return visit === undefined || ask(visit);
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/** The question on the screen; undefined while there is none. */
export const useAlreadyInside = (): AlreadyInside | undefined => useSyncExternalStore(watch, () => asked);
