const REASON_LENGTH_MAX = 300;

/** One line of at most 300 characters that can be stored: what a mail server or gateway says may be anything. */
export const oneLine = (text: string): string =>
  text
    .slice(0, REASON_LENGTH_MAX)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();

/** A message that was not handed over: why, for the outbox, and whether trying again is of no use. */
export class SendFailure extends Error {
  readonly permanent: boolean;

  constructor(reason: string, permanent: boolean) {
    super(oneLine(reason));
    this.permanent = permanent;
  }
}
