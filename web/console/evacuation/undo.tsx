import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { Filled, place } from "../components/filled.tsx";
import type { Evacuation } from "../kept-list.ts";
import { nameOf } from "../today.ts";
import { mark } from "./marks.ts";
import type { Person } from "./people.ts";
import styles from "./undo.module.css";

const OFFERED_MS = 10_000;

type Offered = { person: Person; safe: boolean; number: number };

/** Offers to take the last mark back for ten seconds. @returns how to offer it, and what stands at the foot */
export const useUndo = (
  evacuation: Evacuation,
): { offer: (person: Person, safe: boolean) => void; undo: ReactNode } => {
  const { t } = useTranslation("evacuation");
  const [offered, setOffered] = useState<Offered | undefined>();
  useEffect(() => {
    if (offered === undefined) return undefined;
    const timer = setTimeout(() => setOffered(undefined), OFFERED_MS);
    return () => clearTimeout(timer);
  }, [offered]);
  const offer = (person: Person, safe: boolean): void =>
    setOffered((before) => ({ person, safe, number: (before?.number ?? 0) + 1 }));
  const takeBack = (): void => {
    if (offered !== undefined) mark(evacuation, offered.person.visitor_id, !offered.safe);
    setOffered(undefined);
  };
  const text = t(offered?.safe === false ? "isNotSafe" : "isSafe", { name: place(0) });
  const undo = (
    <div className={styles.place} role="status">
      {offered !== undefined && (
        <div className={styles.undo} key={offered.number}>
          <IconCheck className={styles.icon} size={22} stroke={2} aria-hidden="true" />
          <span className={styles.words}>
            <Filled text={text} parts={[<b key="name">{nameOf(offered.person) || t("nameless")}</b>]} />
          </span>
          <button type="button" className={styles.button} onClick={takeBack}>
            {t("common:undo")}
          </button>
        </div>
      )}
    </div>
  );
  return { offer, undo };
};
