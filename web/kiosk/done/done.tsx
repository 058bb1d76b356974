import { IconCheck, IconClock, IconPrinter, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";

import type { SignOutAnswer, VisitState } from "../../visitor-flow/door.ts";
import { welcomedAs, welcomeLines } from "../../visitor-flow/labels.ts";
import { useVisitState } from "../../visitor-flow/use-visit-state.ts";
import { MainButton, SideButton } from "../components/button.tsx";
import { Qr } from "../components/qr.tsx";
import { Ring } from "../components/ring.tsx";
import { useCountdown } from "../components/use-countdown.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import type { CompletedSignIn } from "../sign-in/sign-in.tsx";
import { Badge } from "./badge.tsx";
import styles from "./done.module.css";
import { type KioskLabel, labelOf } from "./label.ts";

const Back = ({ seconds, end }: { seconds: number; end: () => void }) => {
  const { t } = useTranslation();
  const left = useCountdown(seconds, end);
  return (
    <p className={styles.back}>
      <Ring seconds={seconds} />
      <span role="timer">{t("done.back", { count: left })}</span>
    </p>
  );
};

/** A longer welcome would take more than two lines of the largest size. */
const SHORT_MAX = 26;

const SIGNS = { good: IconCheck, wait: IconClock, bad: IconX };

type FrameProps = {
  sign: keyof typeof SIGNS;
  title: string;
  words: ReactNode;
  children?: ReactNode;
  end: () => void;
  /** Another way on. */
  side?: ReactNode;
  seconds: number;
  picture?: ReactNode;
  /** With another one, the time begins anew. */
  stage?: string;
};

const Frame = ({ sign, title, words, children, end, side, seconds, picture, stage }: FrameProps) => {
  const { t } = useTranslation();
  const Sign = SIGNS[sign];
  return (
    <main className={styles.done}>
      <div className={styles.parts}>
        <div className={styles.words}>
          <span className={`${styles.sign} ${styles[sign]}`} aria-hidden="true">
            <Sign size={42} stroke={2.2} />
          </span>
          <div role="status">
            <h1 data-long={title.length > SHORT_MAX || undefined}>{title}</h1>
            <div className={styles.message}>{words}</div>
          </div>
          {children}
          <div className={styles.foot}>
            <MainButton arrow={false} autoFocus onClick={end}>
              {t("done.done")}
            </MainButton>
            {side}
            <Back key={stage} seconds={seconds} end={end} />
          </div>
        </div>
        <div className={styles.light}>{picture}</div>
      </div>
    </main>
  );
};

const usePrinted = (isDue: boolean, label: KioskLabel): void => {
  const { device } = useKioskContext();
  useEffect(() => {
    if (!isDue || label === "none") return;
    document.documentElement.dataset["label"] = label;
    device.print();
  }, [isDue, label, device]);
};

/** Where the badge is. Whether a printer has printed, no browser tells. */
const BadgeLine = ({ label }: { label: KioskLabel }) => {
  const { t } = useTranslation();
  const isPrinted = label !== "none";
  return (
    <div className={styles.fact}>
      <IconPrinter size={28} stroke={1.6} aria-hidden="true" />
      <p>
        <strong>{isPrinted ? t("done.printing") : t("done.atReception")}</strong>
        {isPrinted ? t("done.wear") : t("done.wearReception")}
      </p>
    </div>
  );
};

/** For how long a visitor who waits for approval has the kiosk: then it is free for the next one. */
const WAIT_SECONDS = 15;

type Standing = Pick<VisitState, "approval" | "host_reply">;

const useWords = ({ signedIn, isQueued }: CompletedSignIn, { approval, host_reply }: Standing): string[] => {
  const { t } = useTranslation();
  const { host, answer_page } = signedIn;
  // The answer comes after this screen has closed: the visitor is told where to see it.
  const next = t(answer_page === undefined ? "done.called" : "done.onPhone");
  if (host_reply !== undefined && approval === "pending") return [t(`visitor-flow:done.reply.${host_reply}`), next];
  if (approval === "pending")
    return [host === undefined || isQueued ? t("done.waitsDesk") : t("done.waits", { host }), next];
  if (approval === "rejected") return [t("done.rejected")];
  return welcomeLines(signedIn, t, host_reply);
};

type DoneProps = {
  arrived: CompletedSignIn;
  end: () => void;
  /** Signs in a companion of this visitor. */
  addCompanion: (start: NonNullable<CompletedSignIn["companion"]>) => void;
};

/** The visitor is in, or waits for their host to say so. */
export const Done = ({ arrived, end, addCompanion }: DoneProps) => {
  const { t } = useTranslation();
  const { signedIn, isQueued, companion } = arrived;
  const { device, language } = useKioskContext();
  const standing = useVisitState(signedIn, device.visitState, isQueued);
  const { approval } = standing;
  const isIn = approval === undefined || approval === "approved";
  const label = labelOf();
  usePrinted(isIn && signedIn.badge !== undefined, label);
  const lines = useWords(arrived, standing);
  const name = welcomedAs(signedIn, language);
  const startCompanion = (start: NonNullable<typeof companion>): void => {
    if (!isQueued && start.companionRef !== undefined) void device.awaitCompanion(start.companionRef);
    addCompanion(start);
  };
  const welcome = name === undefined ? t("done.welcomeAny") : t("done.welcome", { name });
  const title = { pending: t("done.moment"), rejected: t("done.sorry"), approved: welcome }[approval ?? "approved"];
  return (
    <Frame
      sign={isIn ? "good" : approval === "pending" ? "wait" : "bad"}
      title={title}
      words={lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      end={end}
      side={
        isIn &&
        companion !== undefined && (
          <SideButton onClick={() => startCompanion(companion)}>{t("done.companion")}</SideButton>
        )
      }
      seconds={approval === "pending" && !isQueued ? WAIT_SECONDS : signedIn.welcome_seconds}
      picture={
        isIn ? (
          <Badge arrived={arrived} />
        ) : (
          approval === "pending" &&
          signedIn.answer_page !== undefined && <Qr text={signedIn.answer_page} label={t("done.answerCode")} />
        )
      }
      stage={`${approval} ${standing.host_reply}`}
    >
      {isIn && signedIn.badge !== undefined && <BadgeLine label={label} />}
    </Frame>
  );
};

/** The visitor is out. */
export const Goodbye = ({ signedOut: { first_name, message }, end }: { signedOut: SignOutAnswer; end: () => void }) => {
  const { t } = useTranslation();
  const { door } = useKioskContext();
  return (
    <Frame
      sign="good"
      title={first_name === undefined ? t("done.goodbyeAny") : t("done.goodbye", { name: first_name })}
      words={<p>{message ?? t("done.out")}</p>}
      end={end}
      seconds={door.settings.welcome_seconds}
    />
  );
};
