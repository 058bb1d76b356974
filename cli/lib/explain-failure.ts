import { explainError } from "../../server/explain-error.ts";
import { HttpError } from "../../server/platform/lib/errors.ts";
import { EXIT } from "./command.ts";

/** The error of a rule or of the database, in words, with its exit code. */
export const explainFailure = (error: unknown): { words: string | undefined; code: number } => {
  if (!(error instanceof HttpError)) return { words: explainError(error), code: EXIT.failed };
  const words = error.body["message"] ?? error.reason;
  return { words, code: error.status === 404 ? EXIT.notFound : EXIT.failed };
};
