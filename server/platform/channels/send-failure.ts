import { oneLine } from "../lib/text/one-line.ts";

/** A message that was not handed over: the reason, for the outbox, and whether a retry is useless. */
export class SendFailure extends Error {
  readonly permanent: boolean;

  constructor(reason: string, permanent: boolean) {
    super(oneLine(reason));
    this.permanent = permanent;
  }
}
