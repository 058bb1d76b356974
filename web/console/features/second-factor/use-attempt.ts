import { useState } from "react";

/** Work that is not begun again while it runs, and its problem. @param words makes a sentence of an error */
export const useAttempt = (words: (error: unknown) => string) => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      await work();
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, setProblem, run: (work: () => Promise<unknown>) => (busy ? undefined : void run(work)) };
};
