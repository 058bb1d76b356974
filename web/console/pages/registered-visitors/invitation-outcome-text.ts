import { useTranslation } from "react-i18next";

import type { InvitationOutcome } from "./queries.ts";

/** The outcome of invitations in one or two sentences: how many are sent, and why the others are not. */
export const useInvitationOutcomeText = (): ((counts: InvitationOutcome) => {
  title: string;
  why: string;
  complete: boolean;
}) => {
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
