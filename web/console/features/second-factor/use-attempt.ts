import { useState } from "react";

/**
 * Does something once at a time, and keeps what went wrong.
 * @param words says it
 */
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
