import { nextTask } from "../../shared/next-task.ts";

/** Starting a request keeps the browser busy for a millisecond or more, and a page may have ten. */
const READS_PER_TASK = 2;

let turn: Promise<void> = Promise.resolve();
let inTurn = 0;

/** Starts reads a few at a time: what is touched is answered in between. Writes are sent at once, also while the page is left. */
export const takeTurns =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    if ((init?.method ?? "GET") === "GET") {
      if (inTurn === READS_PER_TASK) {
        inTurn = 0;
        turn = turn.then(nextTask);
      }
      inTurn += 1;
      await turn;
    }
    return send(input, init);
  };
