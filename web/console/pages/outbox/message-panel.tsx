import { useTranslation } from "react-i18next";

import { NO_SMTPUTF8 } from "../../../../shared/send-reasons.ts";
import { atLineStart } from "../../../../shared/text/typography.ts";
import { dayOf, formatChannel, formatDay, formatNumber, formatTime } from "../../../shared/format.ts";
import { LANGUAGES } from "../../../shared/texts.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Fact, Facts, Panel } from "../../components/layout/panel.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { MessageState } from "./message-state.tsx";
import { Resend } from "./resend.tsx";
import styles from "./outbox.module.css";
import type { Message } from "./queries.ts";
import { titleOf, usePurpose } from "./words.ts";

const useFormatInstant = (): ((instant: string) => string) => {
  const { t } = useTranslation("outbox");
  const writing = useFormatContext();
  const today = dayOf(new Date(useNow()), writing.timeZone);
  return (instant) => {
    const date = new Date(instant);
    const isToday = dayOf(date, writing.timeZone) === today;
    const day = isToday ? t("today") : formatDay(date, writing);
    return atLineStart(`${day}, ${formatTime(date, writing)}`, writing.language);
  };
};

const languageName = (id: string): string => LANGUAGES[id] ?? id;

/** Why it was not sent, and what happens next. */
const Reason = ({ message: { state, error, next_attempt } }: { message: Message }) => {
  const { t } = useTranslation("outbox");
  const formatInstant = useFormatInstant();
  if (error === undefined) return null;
  const retry =
    next_attempt === undefined ? t("reason.waits") : t("reason.again", { when: formatInstant(next_attempt) });
  return (
    <div className={styles.part}>
      <Notice
        kind={state === "failed" ? "bad" : "warn"}
        title={state === "failed" ? t("reason.failed") : t("reason.queued")}
      >
        {error === NO_SMTPUTF8 ? t("reason.utf8") : error} {state === "failed" ? "" : retry}
      </Notice>
    </div>
  );
};

/** One message: its recipient, whether it was sent or why not, and its text. */
export const MessagePanel = ({ message, close }: { message: Message; close: () => void }) => {
  const { t, i18n } = useTranslation("outbox");
  const [formatInstant, purpose] = [useFormatInstant(), usePurpose()];
  const { to, kind, state, create_date, sent_at, attempts, language_id, text } = message;
  return (
    <Panel title={titleOf(message)} close={close}>
      <Reason message={message} />
      {state === "failed" && <Resend message={message} sent={close} />}
      <Facts>
        <Fact name={t("to")}>{to}</Fact>
        <Fact name={t("status")}>
          <MessageState state={state} />
        </Fact>
        <Fact name={t("what")}>{`${t(`kind.${kind}`, formatChannel(kind))}, ${purpose(message)}`}</Fact>
        <Fact name={t("queuedAt")}>{formatInstant(create_date)}</Fact>
        {sent_at !== undefined && <Fact name={t("sentAt")}>{formatInstant(sent_at)}</Fact>}
        {attempts > 0 && <Fact name={t("attempts")}>{formatNumber(attempts, i18n.language)}</Fact>}
        {language_id !== undefined && <Fact name={t("language")}>{languageName(language_id)}</Fact>}
      </Facts>
      {text !== undefined && (
        <div className={styles.part}>
          <h3 className={styles.heading}>{t("text")}</h3>
          <div className={styles.text} lang={language_id}>
            {text.trim()}
          </div>
        </div>
      )}
    </Panel>
  );
};
