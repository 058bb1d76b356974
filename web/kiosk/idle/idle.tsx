import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { MainButton, SideButton } from "../components/button.tsx";
import { Ring } from "../components/ring.tsx";
import { useCountdown } from "../components/use-countdown.ts";
import styles from "./idle.module.css";

/** How long the question is shown before the screen is cleared; at most half of a short time-out. */
const WARNING_S = 15;

const EVENTS = ["pointerdown", "pointermove", "keydown", "input", "timeupdate"] as const;

/** A live camera keeps the screen active; so does a film being played. */
const isCamera = ({ target }: Event): boolean => target instanceof HTMLVideoElement && target.srcObject !== null;

const pauseFilms = (): void => {
  for (const film of document.querySelectorAll("video")) if (film.srcObject === null) film.pause();
};

const StillThere = ({ seconds, goOn, end }: { seconds: number; goOn: () => void; end: () => void }) => {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const left = useCountdown(seconds, end);
  useEffect(() => {
    dialog.current?.showModal();
    // A dialog would focus its first button, with which Enter would clear the screen.
    main.current?.focus();
    pauseFilms();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="still-there" onCancel={goOn}>
      <Ring seconds={seconds} size={96} />
      <h2 id="still-there">{t("idle.title")}</h2>
      <p role="timer">{t("idle.left", { count: left })}</p>
      <div className={styles.buttons}>
        <SideButton onClick={end}>{t("idle.over")}</SideButton>
        <MainButton ref={main} arrow={false} onClick={goOn}>
          {t("idle.goOn")}
        </MainButton>
      </div>
    </dialog>
  );
};

/**
 * Asks whether the visitor is still there if the screen was not touched and no film played for a while, and clears it
 * without an answer (setting `kiosk_idle_seconds`, including the question).
 * @param isAsked the question is shown from the start
 */
export const Idle = ({
  seconds,
  isAsked = false,
  end,
}: {
  seconds: number;
  isAsked?: boolean | undefined;
  end: () => void;
}) => {
  const [isAsking, setAsking] = useState(isAsked);
  const warning = Math.min(WARNING_S, Math.ceil(seconds / 2));
  useEffect(() => {
    if (isAsking) return;
    let timer = 0;
    const touched = (event?: Event): void => {
      if (event !== undefined && isCamera(event)) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setAsking(true), (seconds - warning) * 1000);
    };
    touched();
    for (const event of EVENTS) document.addEventListener(event, touched, { passive: true, capture: true });
    return () => {
      window.clearTimeout(timer);
      for (const event of EVENTS) document.removeEventListener(event, touched, { capture: true });
    };
  }, [isAsking, seconds, warning]);
  return isAsking ? <StillThere seconds={warning} goOn={() => setAsking(false)} end={end} /> : null;
};
