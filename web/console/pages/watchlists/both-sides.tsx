import { useTranslation } from "react-i18next";

import { nameOf } from "../../data/lists/visits.ts";
import type { WatchHit } from "../../data/lists/watch-hits.ts";
import type { Subject, WatchEntry } from "./watchlists.ts";
import styles from "./watchlists.module.css";

type SideProps = { title: string; lines: readonly string[] };

const Side = ({ title, lines }: SideProps) => (
  <div className={styles.side}>
    <h3>{title}</h3>
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);

const present = (texts: readonly (string | undefined)[]): string[] =>
  texts.flatMap((text) => (text === undefined || text === "" ? [] : [text]));

const useEntryLines = (entry: WatchEntry | undefined, isGone: boolean): string[] => {
  const { t } = useTranslation("watchlists");
  if (entry === undefined) return isGone ? [t("entryGone")] : [];
  const { names, born, emails, phones, reason_code, note } = entry;
  return [...names, ...present([born, ...emails, ...phones]), t(`because.${reason_code}`), ...present([note])];
};

/** What agrees, word by word; a part without a partner is left out. */
const useAgreements = ({ parts }: WatchHit): string[] => {
  const { t } = useTranslation("watchlists");
  return parts.flatMap(({ a, b, fact, agreement, why }) => {
    if (fact !== undefined) return [t(`fact.${fact}.${agreement ?? "other"}`)];
    if (a === undefined || b === undefined) return [];
    return [t(why === "equal" ? "wordEqual" : "wordAlike", { a, b })];
  });
};

type BothProps = { hit: WatchHit; person: Subject; entry: WatchEntry | undefined; isGone: boolean };

/** The visitor and the entry beside each other, and why they were taken for one: words and facts, not a percentage. */
export const BothSides = ({ hit, person, entry, isGone }: BothProps) => {
  const { t } = useTranslation("watchlists");
  const agreements = useAgreements(hit);
  return (
    <section className={styles.both}>
      <div className={styles.sides}>
        <Side title={t("visitor")} lines={present([nameOf(person), person.email, person.phone])} />
        <Side title={t("entry")} lines={useEntryLines(entry, isGone)} />
      </div>
      <ul className={styles.agreements} aria-label={t("agrees")}>
        {agreements.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
};
