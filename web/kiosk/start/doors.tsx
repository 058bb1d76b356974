import { IconQrcode } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./doors.module.css";

/** The door opens before the next screen appears; with reduced motion, it does not wait. */
const OPENING_MS = 320;

const wantsMotion = (): boolean => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

type DoorProps = { look: "first" | "second"; title: string; sub: string; onOpen: () => void; children: ReactNode };

const Door = ({ look, title, sub, onOpen, children }: DoorProps) => {
  const [isOpening, setOpening] = useState(false);
  const open = (): void => {
    if (isOpening) return;
    setOpening(true);
    setTimeout(onOpen, wantsMotion() ? OPENING_MS : 0);
  };
  return (
    <button type="button" className={`${styles.door} ${styles[look]}`} data-opening={isOpening} onClick={open}>
      <span className={styles.inside}>
        {children}
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          <span className={styles.sub}>{sub}</span>
        </span>
      </span>
    </button>
  );
};

/** The likely one: blue, with light behind it. */
export const SignInDoor = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation();
  return (
    <Door look="first" title={t("start.signIn")} sub={t("start.signInSub")} onOpen={onOpen}>
      <svg className={styles.picture} viewBox="0 0 168 324" aria-hidden="true">
        <defs>
          <radialGradient
            id="light"
            gradientUnits="userSpaceOnUse"
            cx="101"
            cy="105"
            r="150"
            gradientTransform="matrix(0.62 0 0 1.28 38 -29)"
          >
            <stop className={styles.white} offset="0" />
            <stop className={styles.glow0} offset="0.34" />
            <stop className={styles.glow1} offset="0.62" />
            <stop className={styles.glow2} offset="0.82" />
            <stop className={styles.glow3} offset="1" />
          </radialGradient>
          <linearGradient id="leaf">
            <stop className={styles.dark} offset="0" />
            <stop className={styles.bright} offset="1" />
          </linearGradient>
        </defs>
        <rect className={styles.step} y="312" width="168" height="12" rx="6" />
        <path fill="url(#light)" d="M16 68a68 68 0 0 1 136 0v244H16z" />
        <g className={styles.leaf}>
          <path fill="url(#leaf)" d="M16 68A68 68 0 0 1 69 1.7V323L16 312z" />
          <circle className={styles.knob} cx="58" cy="178" r="4" />
        </g>
      </svg>
    </Door>
  );
};

/** For visitors with a code, or whose name is on the list. */
export const ExpectedDoor = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation();
  return (
    <Door look="second" title={t("start.expected")} sub={t("start.expectedSub")} onOpen={onOpen}>
      <span className={styles.frame}>
        <svg className={styles.picture} viewBox="0 0 168 324" aria-hidden="true">
          <rect className={styles.quietStep} y="312" width="168" height="12" rx="6" />
          <path className={styles.quiet} d="M16 68a68 68 0 0 1 136 0v244H16z" />
        </svg>
        <IconQrcode className={styles.code} size={84} stroke={1.35} aria-hidden="true" />
      </span>
    </Door>
  );
};
