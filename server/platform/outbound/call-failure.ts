import type { FailureKind } from "../lib/failure-kinds.ts";
import { oneLine } from "../lib/text/one-line.ts";

/** The system's name for an error; undefined if it has none. */
const codeOf = (error: unknown): string | undefined => {
  const code: unknown = Reflect.get(Object(error), "code");
  return typeof code === "string" ? code : undefined;
};

/** A call without a response. The message is a sentence for the administrator who configured the URL. */
export class CallFailure extends Error {
  readonly kind: FailureKind;
  /** The name of the system's error, such as `ECONNREFUSED`. */
  readonly code: string | undefined;

  constructor(kind: FailureKind, sentence: string, cause?: unknown) {
    super(oneLine(sentence), { cause });
    this.kind = kind;
    this.code = codeOf(cause);
  }
}

/** An error's own description: its code or, without one, its message. */
export const nameOf = (error: unknown): string =>
  codeOf(error) ?? (error instanceof Error && error.message !== "" ? error.message : "unknown error");
