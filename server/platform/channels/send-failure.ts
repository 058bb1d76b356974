const REASON_LENGTH_MAX = 300;

/** One line of at most 300 characters that can be stored: a mail server or gateway may send anything. */
export const oneLine = (text: string): string =>
  text
    .slice(0, REASON_LENGTH_MAX)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .toWellFormed();

/** A message that was not handed over: the reason, for the outbox, and whether a retry is useless. */
export class SendFailure extends Error {
  readonly permanent: boolean;

  constructor(reason: string, permanent: boolean) {
    super(oneLine(reason));
    this.permanent = permanent;
  }
}
