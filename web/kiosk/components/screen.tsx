import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Keys } from "../keyboard/keys.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { LanguageButton } from "./languages.tsx";
import { NetworkLine } from "./network-line.tsx";
import { ReadButton } from "./read-button.tsx";
import styles from "./screen.module.css";

type ScreenProps = {
  /** Another key is another screen: it slides in, and screen readers announce its title. */
  name: string;
  title: ReactNode;
  /** One sentence below the title. */
  hint?: ReactNode;
  back?: (() => void) | undefined;
  progress?: { number: number; of: number } | undefined;
  /** The question left and the answers right, with the question at full height, or stacked. */
  layout?: "split" | "stack" | "tall";
  /** Below the question, left. */
  aside?: ReactNode;
  /** Left of the main button. */
  foot?: ReactNode;
  action?: ReactNode;
  /** Texts are typed here: the kiosk's own keyboard is shown below, where it has one. */
  types?: boolean;
  children: ReactNode;
};

const Progress = ({ number, of }: { number: number; of: number }) => {
  const { t } = useTranslation();
  const segments = Array.from({ length: of }, (_, n) => (n + 1 < number ? "past" : n + 1 === number ? "now" : "next"));
  return (
    <div className={styles.progress} role="img" aria-label={t("step", { number, of })}>
      {segments.map((segment, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- a segment is its place
        <span key={n} className={styles[segment]} />
      ))}
    </div>
  );
};

const BackButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.back} aria-label={t("back")} onClick={onClick}>
      <IconArrowLeft size={24} stroke={1.8} aria-hidden="true" />
    </button>
  );
};

const TYPED = "input:not([type=checkbox]):not([type=radio]):not([type=file]), textarea";

/** Keeps what is typed into in sight: a keyboard that opens takes half of the room. */
const useFocusInSight = (screen: RefObject<HTMLElement | null>, name: string): void => {
  useEffect(() => {
    const { current } = screen;
    if (current === null) return;
    const show = (): void => {
      if (current.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: "nearest" });
    };
    const observer = new ResizeObserver(show);
    observer.observe(current);
    current.addEventListener("focusin", show);
    return () => {
      observer.disconnect();
      current.removeEventListener("focusin", show);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each screen has a body of its own
  }, [screen, name]);
};

/** Where a visitor begins: the first field that is not filled; the title, so that readers hear it, where a choice comes before. */
const focusFirst = (screen: HTMLElement | null): void => {
  const fields = [...(screen?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TYPED) ?? [])];
  const isChosenFirst = screen?.querySelector(`${TYPED}, [role=radio], [role=checkbox]`)?.tagName === "BUTTON";
  const field = isChosenFirst ? undefined : (fields.find(({ value }) => value === "") ?? fields[0]);
  (field ?? screen?.querySelector<HTMLElement>("h1"))?.focus({ preventScroll: true });
};

/** One question: header, title, answers, one button, the keyboard. Nothing on it moves while the visitor types. */
export const Screen = ({
  name,
  title,
  hint,
  back,
  progress,
  layout = "split",
  aside,
  foot,
  action,
  types = false,
  children,
}: ScreenProps) => {
  const { hasKeys } = useKioskContext();
  const main = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each screen begins with its own
  useEffect(() => focusFirst(main.current), [name]);
  useFocusInSight(main, name);
  return (
    <div className={styles.screen}>
      <div className={styles.room}>
        <header className={styles.header}>
          {back === undefined ? <span /> : <BackButton onClick={back} />}
          {progress === undefined ? <span /> : <Progress {...progress} />}
          <span className={styles.ways}>
            <ReadButton />
            <LanguageButton />
          </span>
        </header>
        <NetworkLine />
        <main ref={main} key={name} className={styles.main}>
          <div className={`${styles.body} ${styles[layout]}`}>
            <div className={styles.question}>
              <h1 tabIndex={-1}>{title}</h1>
              {hint !== undefined && <div className={styles.hint}>{hint}</div>}
              {aside}
            </div>
            <div className={styles.answers}>{children}</div>
          </div>
          {(action !== undefined || foot !== undefined) && (
            <div className={styles.foot}>
              <div className={styles.note}>{foot}</div>
              {action}
            </div>
          )}
        </main>
      </div>
      {hasKeys && types && <Keys within={main} screen={name} />}
    </div>
  );
};
