import { createStore, useStore } from "../../shared/store.ts";
import { queryClient } from "../data/api.ts";
import { isPending } from "../data/pending-actions.ts";
import { isSamePerson, type Person } from "../data/same-person.ts";
import { insideQuery, type Visit } from "../data/visits.ts";

/**
 * The visit of a person who seems to be inside at this location; undefined if there is none, or the list can't be read.
 */
const findInside = async (location: string, person: Person): Promise<Visit | undefined> => {
  const inside = await queryClient.fetchQuery(insideQuery(location)).catch(() => []);
  return inside.find((visit) => !isPending("out", visit._id) && isSamePerson(visit, person));
};

/** The question on the screen. */
export type AlreadyInsidePrompt = { visit: Visit; answer: (signsIn: boolean) => void };

const openPrompt = createStore<AlreadyInsidePrompt | undefined>(undefined);

const openQuestion = (visit: Visit): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (signsIn: boolean): void => {
      if (openPrompt.get()?.visit === visit) openPrompt.set(undefined);
      resolve(signsIn);
    };
    openPrompt.set({ visit, answer });
  });

/**
 * Whether to sign a visitor in: one who seems to be inside already only after the receptionist confirms. A visitor
 * counted twice would be missing at an evacuation.
 */
export const confirmSignIn = async (location: string, person: Person): Promise<boolean> => {
  if (openPrompt.get() !== undefined) return false;
  const visit = await findInside(location, person);
  return visit === undefined || openQuestion(visit);
};

/** The question on the screen; undefined while there is none. */
export const useAlreadyInsidePrompt = (): AlreadyInsidePrompt | undefined => useStore(openPrompt);
