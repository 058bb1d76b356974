import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import type { SendChange } from "../../components/edits/save-merged.ts";
import { useDraft } from "../../components/edits/use-draft.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { UnsavedBar } from "../../components/edits/unsaved-bar.tsx";
import { locationQuery, locationsQuery, useLocation } from "../../data/session/location.ts";
import { matchOf } from "../../data/api/record-tags.ts";
import { useCan } from "../../data/session/session.ts";
import { Door } from "./door.tsx";
import styles from "./general.module.css";
import { bodyOf, type LocationDraft, type LocationDraftState, draftOf } from "./model.ts";
import { Appearance } from "./appearance.tsx";
import { Place } from "./place.tsx";
import { Plan } from "./plan.tsx";
import { RemoveLocation } from "./remove-location.tsx";
import { Visits } from "./visits.tsx";

const useEditing = (): LocationDraftState => {
  const location = useLocation();
  const send: SendChange<LocationDraft> = async (changed, _, match) => {
    const saved = await api.request("PUT /companies/{company_id}", {
      params: { company_id: location._id },
      body: bodyOf(changed, location),
      ...match,
    });
    queryClient.setQueryData(locationQuery(location._id).queryKey, saved);
    await queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
  };
  return useDraft(draftOf(location), send, {
    location: location._id,
    id: location._id,
    codes: ["tier", "default_language"],
    read: async () => {
      const record = await api.request("GET /companies/{company_id}", { params: { company_id: location._id } });
      return { fields: draftOf(record), match: matchOf(record) };
    },
  });
};

const SHOWN_IN_PLACE =
  /^(name|timezone|logo|colour|kiosk_background|settings\.\w|translations\.privacy_notice|default_language|languages)/;

/** Everything that can be set about a location, explained in its place. */
export const GeneralPage = () => {
  const { t } = useTranslation("general");
  const editing = useEditing();
  const serves = useCan("service.manage");
  const { problem } = editing;
  return (
    <PageLayout title={t("title")}>
      {problem !== undefined && problem.isNote !== true && !SHOWN_IN_PLACE.test(problem.field) && (
        <div className={styles.problem}>
          <Notice kind="bad" title={t("refused")}>
            {problem.words}
          </Notice>
        </div>
      )}
      <Place editing={editing} />
      <Appearance editing={editing} />
      <Door editing={editing} />
      <Visits editing={editing} />
      {serves && <Plan editing={editing} />}
      {serves && <RemoveLocation />}
      <UnsavedBar {...editing} />
    </PageLayout>
  );
};
