import { IconX } from "@tabler/icons-react";
import i18next from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../../client/client.ts";
import { formatTime } from "../../../shared/format.ts";
import { languageOf, LANGUAGES } from "../../../shared/texts.ts";
import { type Answer, api } from "../../data/api/api.ts";
import { Button, IconButton } from "../../components/button/button.tsx";
import type { Evacuation } from "../../data/session/evacuation-storage.ts";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import { errorMessage } from "../../data/api/error-message.ts";
import styles from "./alarm.module.css";

type AlarmResult = { text: string; at: Date; answer: Answer<"POST /companies/{company_id}/emergency"> };

const TEXT_MAX = 2000;

/** The languages of the location that we have words in; theirs are loaded at once, so that they are at hand offline. */
const useOwnLanguages = (): string[] => {
  const { default_language, languages } = useLocation();
  const own = [...new Set([default_language, ...languages].flatMap((language) => languageOf([language]) ?? []))];
  const wanted = own.join(" ");
  const [loaded, setLoaded] = useState("");
  useEffect(() => {
    void i18next.loadLanguages(wanted.split(" ")).then(() => setLoaded(wanted));
  }, [wanted]);
  return loaded === wanted ? own : [];
};

const proposalIn = (language: string): string => i18next.getFixedT(language, "evacuation")("proposal");

const Proposals = ({ text, write }: { text: string; write: (text: string) => void }) => {
  const { t } = useTranslation("evacuation");
  const turn = (proposal: string): void => {
    const parts = text.split("\n\n").filter((part) => part.trim() !== "");
    write((parts.includes(proposal) ? parts.filter((part) => part !== proposal) : [...parts, proposal]).join("\n\n"));
  };
  return (
    <div className={styles.proposals} role="group" aria-label={t("proposals")}>
      {useOwnLanguages().map((language) => (
        <button
          key={language}
          type="button"
          aria-pressed={text.includes(proposalIn(language))}
          onClick={() => turn(proposalIn(language))}
        >
          {LANGUAGES[language]}
        </button>
      ))}
    </div>
  );
};

const SentMessage = ({ sent: { text, at, answer } }: { sent: AlarmResult }) => {
  const { t } = useTranslation("evacuation");
  const writing = useFormatContext();
  return (
    <div className={styles.sent} role="status">
      <p className={styles.sentTitle}>{t("sentAt", { time: formatTime(at, writing) })}</p>
      <p>{t("sentTo", { mails: t("mails", { count: answer.mails }), sms: answer.sms })}</p>
      {answer.warnings !== undefined && <p className={styles.problem}>{t("notConfigured")}</p>}
      <blockquote>{text}</blockquote>
    </div>
  );
};

const useSend = (evacuation: Evacuation) => {
  const { t } = useTranslation("evacuation");
  const [sent, setSent] = useState<readonly AlarmResult[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const send = async (text: string): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const answer = await api.request("POST /companies/{company_id}/emergency", {
        params: { company_id: evacuation.company_id },
        body: { message: text, drill: evacuation.drill },
      });
      setSent((before) => [{ text, at: new Date(), answer }, ...before]);
    } catch (error) {
      setProblem(error instanceof FoyerError ? errorMessage(error) : t("notSentNoNetwork"));
    } finally {
      setBusy(false);
    }
  };
  return { sent, busy, problem, send };
};

/** An email and SMS to the visitors inside and to the staff, with proposals in the languages of the location; and what was sent. */
export const Alarm = ({ evacuation, close }: { evacuation: Evacuation; close: () => void }) => {
  const { t } = useTranslation("evacuation");
  const { default_language } = useLocation();
  const [text, setText] = useState(() => proposalIn(languageOf([default_language]) ?? "en"));
  const { sent, busy, problem, send } = useSend(evacuation);
  return (
    <section className={styles.alarm} aria-label={t("writeMessage")}>
      <header className={styles.head}>
        <h2>{t("writeMessage")}</h2>
        <IconButton label={t("console:close")} onClick={close}>
          <IconX />
        </IconButton>
      </header>
      <p className={styles.help}>{evacuation.drill ? t("messageHelpDrill") : t("messageHelp")}</p>
      <Proposals text={text} write={setText} />
      <label className={styles.field}>
        <span>{t("text")}</span>
        <textarea rows={8} maxLength={TEXT_MAX} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      </label>
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button kind="primary" size="setup" busy={busy} disabled={text.trim() === ""} onClick={() => void send(text)}>
        {t("send")}
      </Button>
      {sent.map((one) => (
        <SentMessage key={one.at.getTime()} sent={one} />
      ))}
    </section>
  );
};
