import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../../client/client.ts";
import { Empty } from "../../components/feedback/empty.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { RowFailure } from "../../components/feedback/failed-line.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { Actions } from "./actions.tsx";
import { Agreements } from "./agreements.tsx";
import { Answers } from "./answers.tsx";
import { EarlierVisits } from "./earlier-visits.tsx";
import { clickedField } from "./edit/edit-on-click.ts";
import { EditVisit } from "./edit/edit-visit.tsx";
import { ErasedOn } from "./erased-on.tsx";
import { Facts } from "./facts.tsx";
import { Head } from "./head.tsx";
import { visitQuery } from "./queries.ts";
import { rememberVisit } from "./recent-visits.ts";
import { SheetSkeleton } from "./sheet-skeleton.tsx";
import { Timeline } from "./timeline.tsx";
import styles from "./visit.module.css";

const VisitLoadError = ({ error, retry }: { error: Error; retry: () => void }) => {
  const { t } = useTranslation("visit");
  if (error instanceof FoyerError && error.status === 404) return <Empty title={t("gone")}>{t("goneWhy")}</Empty>;
  return <LoadingState label={t("console:loading")} failed={t("notRead")} error={error} retry={retry} />;
};

/** All that is known of one visit; `wide` on a page of its own. @param gone called once it was erased */
export const VisitSheet = ({ id, gone, wide = false }: { id: string; gone: () => void; wide?: boolean }) => {
  const location = useLocationId();
  const { data: visit, error, refetch } = useQuery(visitQuery(location, id));
  useEffect(() => rememberVisit(location, id), [location, id]);
  const canWrite = useCan("visits.write");
  // The field that has the focus; empty: the first.
  const [editing, setEditing] = useState<string>();
  const onClick = (event: MouseEvent): void => {
    const field = canWrite && editing === undefined ? clickedField(event) : undefined;
    if (field !== undefined) setEditing(field);
  };
  if (visit === undefined)
    return error === null ? <SheetSkeleton /> : <VisitLoadError error={error} retry={() => void refetch()} />;
  return (
    <article className={wide ? `${styles.sheet} ${styles.wide}` : styles.sheet}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- with the keyboard: "Edit details" */}
      <div className={styles.lead} data-editable={canWrite || undefined} onClick={onClick}>
        <Head visit={visit} edit={canWrite ? () => setEditing("") : undefined} />
        <RowFailure id={visit._id} apart />
        <Actions visit={visit} gone={gone} />
        {editing === undefined ? (
          <Facts visit={visit} addHost={canWrite ? () => setEditing("recipient") : undefined} />
        ) : (
          <EditVisit visit={visit} first={editing || undefined} close={() => setEditing(undefined)} />
        )}
      </div>
      <div className={styles.rest}>
        {editing === undefined && <Answers visit={visit} />}
        <Agreements visit={visit} />
        <Timeline visit={visit} />
        <EarlierVisits person={visit} besides={visit._id} />
      </div>
      <ErasedOn visit={visit} />
    </article>
  );
};
