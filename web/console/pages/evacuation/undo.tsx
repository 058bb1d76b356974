import { IconArrowBackUp, IconCheck } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { InterpolatedText, slot } from "../../components/interpolated-text.tsx";
import type { Evacuation } from "../../data/evacuation-storage.ts";
import { nameOf } from "../../data/visits.ts";
import { mark } from "./mark-sync.ts";
import type { Person } from "./people.ts";
import styles from "./undo.module.css";

const OFFER_MS = 10_000;

/** A mark that can be taken back. @param at when it was made, in milliseconds */
type UndoOffer = { person: Person; safe: boolean; at: number };

/** The marks of the last ten seconds, the newest first. */
const useOffers = () => {
  const [offers, setOffers] = useState<readonly UndoOffer[]>([]);
  const oldest = offers.at(-1);
  useEffect(() => {
    if (oldest === undefined) return undefined;
    const leave = (): void => setOffers((before) => before.filter((one) => one !== oldest));
    const timer = setTimeout(leave, oldest.at + OFFER_MS - Date.now());
    return () => clearTimeout(timer);
  }, [oldest]);
  const without = (before: readonly UndoOffer[], { visitor_id }: Person): UndoOffer[] =>
    before.filter(({ person }) => person.visitor_id !== visitor_id);
  const add = (person: Person, safe: boolean): void =>
    setOffers((before) => [{ person, safe, at: Date.now() }, ...without(before, person)]);
  const remove = ({ person }: UndoOffer): void => setOffers((before) => without(before, person));
  return { offers, add, remove };
};

const UndoLine = ({
  offer: { person, safe },
  others,
  takeBack,
}: {
  offer: UndoOffer;
  others: number;
  takeBack: () => void;
}) => {
  const { t } = useTranslation("evacuation");
  return (
    <div className={styles.undo}>
      <IconCheck className={styles.icon} size={22} stroke={2} aria-hidden="true" />
      <span className={styles.words}>
        <InterpolatedText
          text={t(safe ? "isSafe" : "isNotSafe", { name: slot(0) })}
          parts={[<b key="name">{nameOf(person) || t("nameless")}</b>]}
        />
        {others > 0 && <span className={styles.others}>{t("before", { count: others })}</span>}
      </span>
      <button type="button" className={styles.button} onClick={takeBack}>
        {t("console:undo")}
      </button>
    </div>
  );
};

/**
 * Offers to take each mark back for ten seconds, the newest first. It has a foot of its own below the list, which is always there: it
 * never covers a button of the list, and never moves one.
 * @returns how to offer it, and what is shown at the foot
 */
export const useUndo = (
  evacuation: Evacuation,
): { offer: (person: Person, safe: boolean) => void; undo: ReactNode } => {
  const { t } = useTranslation("evacuation");
  const { offers, add, remove } = useOffers();
  const [newest] = offers;
  const takeBack = (offer: UndoOffer): void => {
    mark(evacuation, offer.person.visitor_id, !offer.safe);
    remove(offer);
  };
  const undo = (
    <div className={styles.place} role="status">
      {newest === undefined ? (
        <p className={styles.hint}>
          <IconArrowBackUp size={20} stroke={1.6} aria-hidden="true" />
          {t("undoHere")}
        </p>
      ) : (
        <UndoLine offer={newest} others={offers.length - 1} takeBack={() => takeBack(newest)} />
      )}
    </div>
  );
  return { offer: add, undo };
};
