import { useTranslation } from "react-i18next";

import { dayOf, formatShortDay, formatTime } from "../../../shared/format.ts";
import type { AlreadyInsidePrompt } from "../../actions/already-inside.ts";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useToday } from "../../data/lists/day.ts";
import { nameOf } from "../../data/lists/visits.ts";

/** `12:24`; with the day if it is not today. */
const useSince = (signedIn: string): string => {
  const writing = useFormatContext();
  const date = new Date(signedIn);
  const time = formatTime(date, writing);
  return useToday() === dayOf(date, writing.timeZone) ? time : `${formatShortDay(date, writing)}, ${time}`;
};

/** Asks before a visitor who seems to be inside is signed in again. */
export const AlreadyInsideDialog = ({ prompt: { visit, answer } }: { prompt: AlreadyInsidePrompt }) => {
  const { t } = useTranslation();
  const name = nameOf(visit);
  const since = useSince(visit.signed_in);
  return (
    <Confirm
      opened
      kind="primary"
      title={t("alreadyInside.title", { name })}
      action={t("alreadyInside.action")}
      run={async () => answer(true)}
      close={() => answer(false)}
    >
      {t("alreadyInside.body", { since })}
    </Confirm>
  );
};
