import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDay } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { api } from "../../data/api/api.ts";
import { useFormatContext, useLocationId } from "../../data/session/location.ts";
import { EntryForm } from "./entry-form.tsx";
import { ImportFile } from "./import-file.tsx";
import { ENTRIES_SHOWN, entriesQuery, invalidateWatchlists, type WatchEntry, type Watchlist } from "./watchlists.ts";
import styles from "./watchlists.module.css";

type ListProps = { list: Watchlist };

const EntryLine = ({ list, entry }: ListProps & { entry: WatchEntry }) => {
  const { t } = useTranslation("watchlists");
  const { t: common } = useTranslation();
  const location = useLocationId();
  const writing = useFormatContext();
  const [name = "", ...others] = entry.names;
  const remove = async (): Promise<void> => {
    await api.request("DELETE /companies/{company_id}/watchlists/{id}/entries/{entry_id}", {
      params: { company_id: location, id: list._id, entry_id: entry._id },
    });
    await invalidateWatchlists(location);
  };
  return (
    <li className={styles.line}>
      <span>
        <strong>{name}</strong>
        {others.length > 0 && ` (${others.join(", ")})`}
        <span className={styles.below}>
          {t(`because.${entry.reason_code}`)} · {t("reviewBy", { day: formatDay(entry.review_on, writing) })}
        </span>
      </span>
      <ConfirmButton
        button={
          <Button kind="quiet" size="row">
            {common("remove")}
          </Button>
        }
        title={t("removeEntryTitle", { name })}
        action={t("removeEntryAction")}
        run={remove}
      >
        {t("removeEntryBody")}
      </ConfirmButton>
    </li>
  );
};

const Entries = ({ list }: ListProps) => {
  const { t } = useTranslation("watchlists");
  const { data, error, refetch } = useQuery(entriesQuery(useLocationId(), list._id));
  if (data === undefined) return <LoadingState label={t("entries")} error={error} retry={refetch} />;
  return (
    <>
      <ul className={styles.list}>
        {data.map((entry) => (
          <EntryLine key={entry._id} list={list} entry={entry} />
        ))}
      </ul>
      {list.entries > ENTRIES_SHOWN && <p>{t("newestOnly", { count: ENTRIES_SHOWN })}</p>}
    </>
  );
};

const RemoveList = ({ list, close }: ListProps & { close: () => void }) => {
  const { t } = useTranslation("watchlists");
  const location = useLocationId();
  const remove = async (): Promise<void> => {
    await api.request("DELETE /companies/{company_id}/watchlists/{id}", {
      params: { company_id: location, id: list._id },
    });
    await invalidateWatchlists(location);
    close();
    showToast({ words: t("removed", { name: list.name }) });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{t("removeAction")}</Button>}
      title={t("removeTitle", { name: list.name })}
      action={t("removeAction")}
      run={remove}
    >
      {t("removeBody", { count: list.entries })}
    </ConfirmButton>
  );
};

/** A list: who is on it, further people one by one or from a file. */
export const ListPanel = ({ list, close }: ListProps & { close: () => void }) => {
  const { t } = useTranslation("watchlists");
  const [adds, setAdds] = useState(false);
  return (
    <Panel title={list.name} close={close}>
      {adds ? (
        <EntryForm list={list} close={() => setAdds(false)} />
      ) : (
        <div className={styles.parts}>
          <p>{t(`kindHelp.${list.kind}`)}</p>
          <div>
            <Button onClick={() => setAdds(true)}>{t("addEntry")}</Button>
          </div>
          <Entries list={list} />
          <ImportFile list={list} />
          <div>
            <RemoveList list={list} close={close} />
          </div>
        </div>
      )}
    </Panel>
  );
};
