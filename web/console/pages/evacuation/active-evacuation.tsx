import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import type { Evacuation } from "../../data/session/evacuation-storage.ts";
import { Alarm } from "./alarm.tsx";
import { Bar } from "./bar.tsx";
import { Header } from "./header.tsx";
import { List } from "./list.tsx";
import { PrintedPeople } from "./paper.tsx";
import { sortByName, filterPeople, isRejected, type Person } from "./people.ts";
import styles from "./active-evacuation.module.css";
import { useEntryPointNames, useStoreEvacuation, usePeople, useSettling } from "./use-evacuation.ts";
import { SyncNotice } from "./sync/sync-notice.tsx";
import { MarkUndo } from "./undo.tsx";

/** Which of the people are shown, as the address says. */
const useShown = (people: readonly Person[], entryPoints: Readonly<Record<string, string>>) => {
  const { i18n } = useTranslation();
  const [text = "", setText] = useAddressState("q");
  const [entryPoint, setEntryPoint] = useAddressState("door");
  const [host, setHost] = useAddressState("host");
  const [view, setView] = useAddressState("view");
  const shown = useMemo(
    () => sortByName(filterPeople(people, { text, entryPoint, host }, entryPoints), i18n.language),
    [people, text, entryPoint, host, entryPoints, i18n.language],
  );
  return {
    shown,
    isSafe: view === "safe",
    setView,
    narrowing: { text, entryPoint, host },
    setText,
    setEntryPoint,
    setHost,
  };
};

/** The evacuation that goes on: how many are not yet safe, who they are, and a button for each. */
export const ActiveEvacuation = ({ evacuation }: { evacuation: Evacuation }) => {
  const { t } = useTranslation("evacuation");
  const entryPoints = useEntryPointNames();
  const { people: all, waiting, isOffline, isLoggedOut } = usePeople(evacuation);
  const people = useMemo(() => all.filter((person) => !isRejected(person)), [all]);
  const { settling, touched } = useSettling(all);
  const view = useShown(all, entryPoints);
  const [part, setPart] = useAddressState("part");
  useStoreEvacuation(evacuation, entryPoints);
  const listed = view.shown.filter(({ safe, visitor_id }) => safe === view.isSafe || settling.has(visitor_id));
  const rejected = listed.filter(isRejected);
  const list = { evacuation, touched, entryPoints, isSafe: view.isSafe, isNarrow: part === "message" };
  const isWriting = part === "message";
  return (
    <div className={styles.page} data-writing={isWriting || undefined}>
      <Header evacuation={evacuation} people={people} waiting={waiting} write={() => setPart("message")} />
      {(isOffline || isLoggedOut) && <SyncNotice waiting={waiting} isLoggedOut={isLoggedOut} />}
      <main className={styles.parts}>
        <div className={styles.main}>
          <Bar people={people} view={view} entryPoints={entryPoints} />
          <List
            {...list}
            label={t(view.isSafe ? "safe" : "notSafe")}
            people={listed.filter((person) => !isRejected(person))}
          />
          {rejected.length > 0 && (
            <section aria-label={t("rejected")}>
              <h2 className={styles.apart}>{t("rejected")}</h2>
              <p className={styles.apartHelp}>{t("rejectedHelp")}</p>
              <List {...list} label={t("rejected")} people={rejected} />
            </section>
          )}
          <MarkUndo />
        </div>
        {isWriting && <Alarm evacuation={evacuation} close={() => setPart(undefined)} />}
      </main>
      <PrintedPeople evacuation={evacuation} people={view.shown} entryPoints={entryPoints} />
    </div>
  );
};

/** What the list is narrowed to, and how to change it. */
export type PeopleView = ReturnType<typeof useShown>;
