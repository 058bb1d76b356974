import { IconUrgent } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { PageTitle } from "../../components/layout/page-title.tsx";
import { QrCode } from "../../components/text/qr-code.tsx";
import type { Evacuation } from "../../data/session/evacuation-storage.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { EvacuationActions } from "./evacuation-actions.tsx";
import styles from "./header.module.css";
import { formatElapsed, type Person } from "./people.ts";
import { useElapsed } from "./use-evacuation.ts";

const Clock = ({ started }: { started: string }) => {
  const { t } = useTranslation("evacuation");
  return (
    <span className={styles.clock} role="timer" aria-label={t("since")}>
      {formatElapsed(useElapsed(started))}
    </span>
  );
};

const Count = ({ people }: { people: readonly Person[] }) => {
  const { t, i18n } = useTranslation("evacuation");
  const write = (value: number): string => formatNumber(value, i18n.language);
  const safe = people.filter((person) => person.safe).length;
  const left = people.length - safe;
  return (
    <>
      <p className={styles.count} role="status">
        <span className={styles.number}>{write(left)}</span>
        <span className={styles.words}>
          <span className={styles.left}>{t("notYetSafe", { count: left })}</span>
          <span className={styles.of}>
            {t("ofAreSafe", { count: people.length, safe: write(safe), all: write(people.length) })}
          </span>
        </span>
      </p>
      <div className={styles.track} aria-hidden="true">
        <span style={{ width: `${people.length === 0 ? 100 : (100 * safe) / people.length}%` }} />
      </div>
    </>
  );
};

/** Where this page is, for a marshal's phone: a screen at the exit shows it. */
const Join = () => {
  const { t } = useTranslation("evacuation");
  const { origin, pathname } = globalThis.location;
  return (
    <div className={styles.join}>
      <span>{t("join")}</span>
      <QrCode text={origin + pathname} label={t("joinCode")} className={styles.code} />
    </div>
  );
};

type HeaderProps = { evacuation: Evacuation; people: readonly Person[]; waiting: number; write: () => void };

/** One number. Red for an emergency, ink for a drill: the mode is certain in sunlight and smoke. */
export const Header = ({ evacuation, people, waiting, write }: HeaderProps) => {
  const { t } = useTranslation("evacuation");
  return (
    <header className={styles.header} data-drill={evacuation.drill || undefined}>
      <div className={styles.top}>
        <IconUrgent size={20} stroke={1.6} aria-hidden="true" />
        <PageTitle className={styles.title}>{evacuation.drill ? t("drill") : t("title")}</PageTitle>
        <Clock started={evacuation.started} />
        <EvacuationActions evacuation={evacuation} people={people} waiting={waiting} write={write} />
      </div>
      {useBreakpoint() === "wide" && <Join />}
      <Count people={people} />
    </header>
  );
};
