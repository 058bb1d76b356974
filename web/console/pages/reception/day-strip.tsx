import { useTranslation } from "react-i18next";

import styles from "./day-strip.module.css";
import type { Quarter, DayStripData } from "./strip.ts";

const HEIGHT = 60;
const PITCH = 9.6;
const PITCH_MIN = 3;
const MARK = 8;
const SPELLED = 12;

const KINDS = ["came", "late", "toCome"] as const;
const LEGEND = ["came", "toCome", "late"] as const;

/** One mark per person while marks can be told apart; beyond that a bar of the same height. */
const Marks = ({ quarter, pitch }: { quarter: Quarter; pitch: number }) => {
  const marks = KINDS.flatMap((kind) => Array.from({ length: quarter[kind] }, () => kind));
  if (pitch < PITCH_MIN)
    return (
      <span className={styles.quarter}>
        {KINDS.filter((kind) => quarter[kind] > 0).map((kind) => (
          <span key={kind} className={`${styles.bar} ${styles[kind]}`} style={{ height: quarter[kind] * pitch }} />
        ))}
      </span>
    );
  return (
    <span className={styles.quarter}>
      {marks.map((kind, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- marks of a kind are alike
        <span key={index} className={styles.slot} style={{ height: pitch }}>
          <span className={`${styles.mark} ${styles[kind]}`} style={{ height: Math.min(MARK, pitch - 1) }} />
        </span>
      ))}
    </span>
  );
};

/** The height of a person: whole pixels if there are many, so that all marks are equal. */
const pitchOf = (most: number): number => {
  const pitch = HEIGHT / Math.max(1, most);
  if (pitch >= PITCH) return PITCH;
  return pitch < PITCH_MIN ? pitch : Math.floor(pitch);
};

const useBusiest = (busiest: DayStripData["busiest"]): string => {
  const { t } = useTranslation("reception");
  if (busiest === undefined) return "";
  const { at, people, isOneMeeting } = busiest;
  const number = people <= SPELLED ? t(`number.${people}`) : String(people);
  return t(isOneMeeting ? "busiestMeeting" : "busiest", { at, number, count: people });
};

/** When visitors come: one mark is one person, and the text beside it says the same. */
export const DayStrip = ({ strip }: { strip: DayStripData }) => {
  const { t } = useTranslation("reception");
  const busiest = useBusiest(strip.busiest);
  const { came, toCome, late } = strip.totals;
  const words = [t("came", { count: came }), t("toCome", { count: toCome }), t("lateCount", { count: late })];
  const hours = Array.from({ length: strip.to - strip.from + 1 }, (_, index) => strip.from + index);
  return (
    <section className={styles.strip} aria-label={t("day")}>
      <p className={styles.words}>
        {LEGEND.map((kind, index) => (
          <span key={kind} className={styles.legend}>
            <span className={`${styles.mark} ${styles[kind]}`} aria-hidden="true" />
            {words[index]}
          </span>
        ))}
        <span className={styles.busiest}>{busiest}</span>
      </p>
      <div className={styles.picture} role="img" aria-label={`${words.join(", ")}. ${busiest}`}>
        <div className={styles.quarters}>
          {strip.quarters.map((quarter, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a quarter is its place in the day
            <Marks key={index} quarter={quarter} pitch={pitchOf(strip.most)} />
          ))}
        </div>
        {strip.now !== undefined && <span className={styles.now} style={{ insetInlineStart: `${strip.now * 100}%` }} />}
        <div className={styles.hours} aria-hidden="true">
          {hours.map((hour, index) => (
            <span key={hour} style={{ insetInlineStart: `${(index / (hours.length - 1)) * 100}%` }}>
              {String(hour).padStart(2, "0")}
            </span>
          ))}
        </div>
      </div>
    </section>
  );
};

/** Reserves the strip's space while it is read. */
export const DayStripPlace = () => <div className={styles.place} />;
