import { useTranslation } from "react-i18next";

import type { Message } from "./queries.ts";

const KNOWN = new Set([
  "user_invitation",
  "password_reset",
  "registered_visitor_invitation",
  "registered_visitor_change",
  "registered_visitor_cancellation",
  "registered_visitor_withdrawal",
  "visitor_arrived",
  "visitor_to_decide",
  "more_visitors",
  "visitor_left",
  "visitor_approved",
  "visitor_rejected",
  "emergency",
  "monthly_report",
  "notice",
  "test_mail",
]);

/** The purpose of a message: "Host told of an arrival". */
export const usePurpose = (): ((message: Message) => string) => {
  const { t } = useTranslation("outbox");
  return ({ template }) => (KNOWN.has(template) ? t(`purpose.${template}`) : template);
};

/** The title of a message: its subject, or the first line of an SMS. */
export const titleOf = ({ subject, text, to }: Message): string => subject ?? text?.split("\n", 1)[0] ?? to;
