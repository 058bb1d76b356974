import { IconArrowBackUp, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { InterpolatedText, slot } from "../../components/language/interpolated-text.tsx";
import { offerUndo, undoLast, type UndoOffer, useOffers } from "../../components/feedback/undo-offers.ts";
import type { Evacuation } from "../../data/session/evacuation-storage.ts";
import { nameOf } from "../../data/lists/visits.ts";
import { useKeys } from "../../lib/use-keys.ts";
import { mark } from "./sync/mark-sync.ts";
import type { Person } from "./people.ts";
import styles from "./undo.module.css";

const OFFER_MS = 10_000;

/** Where the offers of marks are told from those of other actions. */
const KIND = "mark";
/** This page is outside the shell, which has the key elsewhere. */
const KEYS = { z: () => undoLast(KIND) };

const UndoLine = ({ offer, others }: { offer: UndoOffer; others: number }) => {
  const { t } = useTranslation("evacuation");
  return (
    <div className={styles.undo}>
      <IconCheck className={styles.icon} size={22} stroke={2} aria-hidden="true" />
      <span className={styles.words}>
        {offer.words(offer.name, 1)}
        {others > 0 && <span className={styles.others}>{t("before", { count: others })}</span>}
      </span>
      <button type="button" className={styles.button} onClick={() => undoLast(KIND)}>
        {t("console:undo")}
      </button>
    </div>
  );
};

const MarkWords = ({ name, safe }: { name: string; safe: boolean }) => {
  const { t } = useTranslation("evacuation");
  return (
    <InterpolatedText
      text={t(safe ? "isSafe" : "isNotSafe", { name: slot(0) })}
      parts={[<b key="name">{name || t("nameless")}</b>]}
    />
  );
};

/** Offers to take a mark back for ten seconds: on a phone in a hurry a slip is seen later. */
export const offerMarkUndo = (evacuation: Evacuation, person: Person, safe: boolean): void =>
  void offerUndo({
    kind: KIND,
    key: `${KIND} ${person.visitor_id}`,
    name: nameOf(person),
    count: 1,
    words: (name) => <MarkWords name={name} safe={safe} />,
    undo: () => mark(evacuation, person.visitor_id, !safe),
    ms: OFFER_MS,
    isOnPage: true,
  });

/**
 * The newest mark that can be taken back, and how many others. It has a foot of its own below the list, which is always there: it
 * never covers a button of the list, and never moves one.
 */
export const MarkUndo = () => {
  const { t } = useTranslation("evacuation");
  const offers = useOffers().filter(({ kind }) => kind === KIND);
  useKeys(KEYS);
  const newest = offers.at(-1);
  return (
    <div className={styles.place} role="status">
      {newest === undefined ? (
        <p className={styles.hint}>
          <IconArrowBackUp size={20} stroke={1.6} aria-hidden="true" />
          {t("undoHere")}
        </p>
      ) : (
        <UndoLine offer={newest} others={offers.length - 1} />
      )}
    </div>
  );
};
