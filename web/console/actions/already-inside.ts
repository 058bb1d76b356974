import { createStore, useStore } from "../../shared/store.ts";
import { queryClient } from "../data/api/api.ts";
import { isPending } from "../data/lists/pending-actions.ts";
import { isSamePerson, type Person } from "../data/lists/same-person.ts";
import { insideQuery, type Visit } from "../data/lists/visits.ts";

/**
 * The visit of a person who seems to be inside at this location; undefined if there is none, or the list can't be read.
 */
const findInside = async (location: string, person: Person): Promise<Visit | undefined> => {
  const inside = await queryClient.fetchQuery(insideQuery(location)).catch(() => []);
  return inside.find((visit) => !isPending("out", visit._id) && isSamePerson(visit, person));
};

/** A question: whether to sign in a person who seems to be inside with this visit. */
export type AlreadyInsidePrompt = { person: Person; visit: Visit; answer: (signsIn: boolean) => void };

/** The questions to answer, one after the other: two sign-ins may wait for the list at the same time. */
const prompts = createStore<readonly AlreadyInsidePrompt[]>([]);

const isAskedAbout = (person: Person): boolean => prompts.get().some((prompt) => prompt.person === person);

const ask = (person: Person, visit: Visit): Promise<boolean> =>
  new Promise((resolve) => {
    const prompt: AlreadyInsidePrompt = {
      person,
      visit,
      answer: (signsIn) => {
        prompts.set(prompts.get().filter((other) => other !== prompt));
        resolve(signsIn);
      },
    };
    prompts.set([...prompts.get(), prompt]);
  });

/**
 * Whether to sign a visitor in: one who seems to be inside already only after the receptionist confirms. A visitor
 * counted twice would be missing at an evacuation.
 */
export const confirmSignIn = async (location: string, person: Person): Promise<boolean> => {
  const visit = await findInside(location, person);
  if (visit === undefined) return true;
  // The same press twice is one question.
  return !isAskedAbout(person) && ask(person, visit);
};

/** The question on the screen; undefined while there is none. */
export const useAlreadyInsidePrompt = (): AlreadyInsidePrompt | undefined => useStore(prompts)[0];
