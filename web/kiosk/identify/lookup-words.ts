import { useTranslation } from "react-i18next";

import { formatDay } from "../../shared/format.ts";
import type { CallResult } from "../../visitor-flow/call.ts";
import type { RecognisedVisitor } from "../../visitor-flow/door.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";

/** Why a visitor who is expected was not found. */
export type LookupProblem =
  | { kind: "unknown" | "inside" | "offline" | "busy" | "empty" | "foreign" }
  | { kind: "not_today"; day: string | undefined };

/** The result of a look-up that found no visitor to sign in. */
export const lookupProblemOf = ({ answer, failure }: CallResult<RecognisedVisitor>): LookupProblem => {
  if (failure !== undefined)
    return { kind: failure.status === 429 ? "busy" : failure.status === 0 ? "offline" : "unknown" };
  if (answer.outcome === "not_today") return { kind: "not_today", day: answer.visiting_on?.startDate };
  return { kind: answer.outcome === "inside" ? "inside" : "unknown" };
};

/** The words for it, in the visitor's language. */
export const useLookupWords = (): ((problem: LookupProblem) => string) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  return (problem) => {
    const { kind } = problem;
    if (kind === "foreign") return t("identify.foreign");
    if (kind !== "not_today") return t(`expected.${kind}`);
    if (problem.day === undefined) return t("expected.notTodayAny");
    const day = formatDay(new Date(problem.day), { language, timeZone: door.location.timezone });
    return t("expected.not_today", { day });
  };
};
