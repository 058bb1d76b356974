import { createStore, useStore } from "../../../shared/store.ts";

/** What a save would overwrite: the values, where they are texts that a user can read. */
type OverwrittenValue = { theirs: string | undefined; mine: string | undefined };

/** A question: whether to overwrite what another user has saved since the form was opened. */
export type OverwritePrompt = {
  who: string | undefined;
  values: readonly OverwrittenValue[];
  answer: (overwrites: boolean) => void;
};

const prompt = createStore<OverwritePrompt | undefined>(undefined);

/** Asks before a save overwrites what another user has saved. */
export const askToOverwrite = (question: Omit<OverwritePrompt, "answer">): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (overwrites: boolean): void => {
      prompt.set(undefined);
      resolve(overwrites);
    };
    prompt.set({ ...question, answer });
  });

/** The question on the screen; undefined while there is none. */
export const useOverwritePrompt = (): OverwritePrompt | undefined => useStore(prompt);
