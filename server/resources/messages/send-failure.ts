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

/** A property of whatever was thrown, as text. */
const property = (error: unknown, name: string): string => {
  const value: unknown = Reflect.get(Object(error), name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/** What the mail server refused for good is not sent again; a wrong password or a server that is away may be mended. */
const isFinal = (error: unknown): boolean => {
  const status = Number(property(error, "responseCode"));
  return ["EENVELOPE", "EMESSAGE"].includes(property(error, "code")) && status >= 500 && status < 600;
};

/** What the mail client throws, in words for the outbox. */
export const mailFailure = (error: unknown): SendFailure => {
  const code = property(error, "code");
  if (code === "EABORT" || code === "ETIMEDOUT")
    return new SendFailure("The mail server did not answer in time.", false);
  const response = property(error, "response");
  if (response !== "") return new SendFailure(`The mail server replied: ${response}`, isFinal(error));
  const reason = error instanceof Error ? error.message : "";
  return new SendFailure(`Couldn't connect to the mail server: ${reason || code}`, false);
};
