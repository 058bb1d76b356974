import { useQuery } from "@tanstack/react-query";
import { IconPrinter } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { CopyButton } from "../../components/text/code.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import type { SendChange } from "../../components/edits/save-merged.ts";
import { problemAt, useDraft } from "../../components/edits/use-draft.ts";
import { LanguageRows } from "../../components/form/language-rows.tsx";
import type { LocalisedTexts } from "../../components/language/languages.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { useNameOf } from "../../components/order/ordered-page.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { UnsavedBar } from "../../components/edits/unsaved-bar.tsx";
import { useLocation } from "../../data/session/location.ts";
import { errorMessage } from "../../data/api/error-message.ts";
import { matchOf } from "../../data/api/record-tags.ts";
import styles from "./entry-point-panel.module.css";
import { Poster, PosterOnPaper } from "../../features/entry-points/poster.tsx";
import type { EntryPoint } from "../../data/lists/entry-points.ts";
import { entryPointsQuery, posterQuery } from "../../features/entry-points/queries.ts";

type EntryPointNames = { name: LocalisedTexts };

const Names = ({ entryPoint }: { entryPoint: EntryPoint }) => {
  const { t } = useTranslation("entry-points");
  const { _id: location } = useLocation();
  const params = { company_id: location, id: entryPoint._id };
  const send: SendChange<EntryPointNames> = async ({ name }, _, match) => {
    await api.request("PUT /companies/{company_id}/entrypoints/{id}", {
      params,
      body: { translations: name === undefined ? {} : { name } },
      ...match,
    });
    await queryClient.invalidateQueries({ queryKey: entryPointsQuery(location).queryKey });
  };
  const editing = useDraft<EntryPointNames>({ name: entryPoint.translations.name }, send, {
    location,
    id: entryPoint._id,
    read: async () => {
      const record = await api.request("GET /companies/{company_id}/entrypoints/{id}", { params });
      return { fields: { name: record.translations.name }, match: matchOf(record) };
    },
  });
  const { draft, set, problem } = editing;
  return (
    <>
      <div className={styles.part}>
        <LanguageRows
          label={t("name")}
          help={t("nameHelp")}
          texts={draft.name}
          error={problem === undefined ? undefined : (problemAt(problem, "translations") ?? problem.words)}
          onChange={(language, text) => set({ name: { ...draft.name, [language]: text } })}
        />
      </div>
      <UnsavedBar {...editing} />
    </>
  );
};

const Replace = ({ entryPoint, name }: { entryPoint: EntryPoint; name: string }) => {
  const { t } = useTranslation("entry-points");
  const { _id: location } = useLocation();
  const replace = async (): Promise<void> => {
    const params = { company_id: location, id: entryPoint._id };
    const poster = await api.request("POST /companies/{company_id}/entrypoints/{id}/poster", { params });
    queryClient.setQueryData(posterQuery(location, entryPoint._id).queryKey, poster);
    showToast({ words: t("replaced") });
  };
  return (
    <ConfirmButton
      button={<Button>{t("replace.open")}</Button>}
      title={t("replace.title", { name })}
      action={t("replace.action")}
      run={replace}
    >
      {t("replace.body")}
    </ConfirmButton>
  );
};

const PosterPart = ({ entryPoint, name }: { entryPoint: EntryPoint; name: string }) => {
  const { t } = useTranslation("entry-points");
  const { _id: location } = useLocation();
  const { data: poster, error } = useQuery(posterQuery(location, entryPoint._id));
  return (
    <div className={styles.part}>
      <h3 className={styles.heading}>{t("poster")}</h3>
      <p className={styles.help}>{t("posterHelp")}</p>
      {error !== null && (
        <Notice kind="bad" title={t("console:failed")}>
          {errorMessage(error)}
        </Notice>
      )}
      {poster !== undefined && (
        <>
          <div className={styles.preview}>
            <Poster entryPoint={entryPoint} url={poster.url} />
          </div>
          <div className={styles.actions}>
            <Button kind="primary" icon={<IconPrinter />} onClick={() => globalThis.print()}>
              {t("print")}
            </Button>
            <Replace entryPoint={entryPoint} name={name} />
            <CopyButton text={poster.url} label={t("copyAddress")} />
          </div>
          <PosterOnPaper entryPoint={entryPoint} url={poster.url} />
        </>
      )}
    </div>
  );
};

const RemoveEntryPoint = ({ entryPoint, name, close }: { entryPoint: EntryPoint; name: string; close: () => void }) => {
  const { t } = useTranslation("entry-points");
  const { _id: location } = useLocation();
  const remove = async (): Promise<void> => {
    await api.request("DELETE /companies/{company_id}/entrypoints/{id}", {
      params: { company_id: location, id: entryPoint._id },
    });
    close();
    await queryClient.invalidateQueries({ queryKey: entryPointsQuery(location).queryKey });
  };
  return (
    <div className={styles.part}>
      <div className={styles.remove}>
        <ConfirmButton
          button={<Button kind="danger">{t("remove.open")}</Button>}
          title={t("remove.title", { name })}
          action={t("remove.open")}
          run={remove}
        >
          {t("remove.body")}
        </ConfirmButton>
      </div>
    </div>
  );
};

/** One entry point beside the list: its names, and the poster that hangs there. */
export const EntryPointPanel = ({ entryPoint, close }: { entryPoint: EntryPoint; close: () => void }) => {
  const name = useNameOf()(entryPoint);
  return (
    <Panel title={name} close={close}>
      <PosterPart entryPoint={entryPoint} name={name} />
      <Names entryPoint={entryPoint} />
      <RemoveEntryPoint entryPoint={entryPoint} name={name} close={close} />
    </Panel>
  );
};
