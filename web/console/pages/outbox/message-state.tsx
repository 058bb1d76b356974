import { useTranslation } from "react-i18next";

import { StatusLabel } from "../../components/feedback/status-label.tsx";
import type { Message } from "./queries.ts";

const KINDS = { queued: "warning", sending: "quiet", sent: "quiet", failed: "bad" } as const;

/** Whether it has gone out, as a word. */
export const MessageState = ({ state }: { state: Message["state"] }) => {
  const { t } = useTranslation("outbox");
  return <StatusLabel kind={KINDS[state]}>{t(`state.${state}`)}</StatusLabel>;
};
