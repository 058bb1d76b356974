import { useTranslation } from "react-i18next";

import type { Invited } from "./registered.ts";

/** What became of invitations, in one or two sentences: how many go out, and why the others do not. */
export const useInvitedWords = (): ((counts: Invited) => { title: string; why: string; complete: boolean }) => {
  const { t } = useTranslation("registered-visitors");
  return ({ requested, queued, skippedNoEmail, skippedRateLimited }) => ({
    title: t("queued", { count: requested, queued }),
    why: [
      skippedNoEmail > 0 ? t("noEmail", { count: skippedNoEmail }) : "",
      skippedRateLimited > 0 ? t("rateLimited", { count: skippedRateLimited }) : "",
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
    complete: queued === requested,
  });
};
