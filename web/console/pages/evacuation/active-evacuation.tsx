import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import type { Evacuation } from "../../data/session/evacuation-storage.ts";
import { Alarm } from "./alarm.tsx";
import { Bar } from "./bar.tsx";
import { Header } from "./header.tsx";
import { List } from "./list.tsx";
import { PrintedPeople } from "./paper.tsx";
import { isRejected } from "./people.ts";
import { usePeopleView } from "./people-view.ts";
import styles from "./active-evacuation.module.css";
import { useEntryPointNames, useStoreEvacuation, usePeople, useSettling } from "./use-evacuation.ts";
import { SyncNotice } from "./sync/sync-notice.tsx";
import { MarkUndo } from "./undo.tsx";

/** The evacuation that goes on: how many are not yet safe, who they are, and a button for each. */
export const ActiveEvacuation = ({ evacuation }: { evacuation: Evacuation }) => {
  const { t } = useTranslation("evacuation");
  const entryPoints = useEntryPointNames();
  const { people: all, waiting, isOffline, isLoggedOut } = usePeople(evacuation);
  const people = useMemo(() => all.filter((person) => !isRejected(person)), [all]);
  const { settling, touched } = useSettling(all);
  const view = usePeopleView(all, entryPoints);
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
