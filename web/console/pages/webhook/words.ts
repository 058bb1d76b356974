import { useTranslation } from "react-i18next";

import { dayOf, formatShortDay, formatTimeToSecond } from "../../../shared/format.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import type { Delivery } from "./queries.ts";

/** Why a call failed: the status of the response in the user's language, or the service's sentence about the network. */
export const useReason = (): ((failure: { status?: number; error?: string }) => string) => {
  const { t } = useTranslation("webhook");
  return ({ status, error = "" }) => {
    if (status === undefined) return error;
    const isRedirect = status >= 300 && status < 400;
    return isRedirect ? `${t("answered", { status })} ${t("redirects")}` : t("answered", { status });
  };
};

/** The outcome of a delivery in a word: its status, if there was a response. */
export const useOutcome = (): ((delivery: Delivery) => string) => {
  const { t } = useTranslation("webhook");
  return ({ status, state, error_code }) => {
    if (status !== undefined) return String(status);
    if (state === "failed") return error_code === "timeout" ? t("outcome.timeOut") : t("outcome.failed");
    return state === "expired" ? t("outcome.expired") : t("outcome.unknown");
  };
};

/** The subject of a delivery: "Lena Vogt", "Test", "Lena Vogt, sent again", "Lena Vogt, recovered". */
export const useSubject = (): ((delivery: Delivery) => string) => {
  const { t } = useTranslation("webhook");
  return ({ kind, subject_name: name, recovered }) => {
    if (recovered === true) return name === undefined ? t("recovered") : t("recoveredOf", { name });
    if (kind === "test") return t("test");
    if (kind === "replay") return name === undefined ? t("replayed") : t("replayedOf", { name });
    return name ?? "";
  };
};

/** When a delivery ended: "today 09:24:11", "19 May 09:24:11". */
export const useWhen = (): ((instant: string) => string) => {
  const { t } = useTranslation("webhook");
  const writing = useFormatContext();
  const now = new Date(useNow());
  return (instant) => {
    const date = new Date(instant);
    const time = formatTimeToSecond(date, writing);
    const isToday = dayOf(date, writing.timeZone) === dayOf(now, writing.timeZone);
    return isToday ? t("today", { time }) : `${formatShortDay(date, writing, now)} ${time}`;
  };
};
