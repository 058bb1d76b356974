import { useTranslation } from "react-i18next";

import { foyer, queries } from "../api.ts";
import { useDraft } from "../components/draft.ts";
import { Notice } from "../components/notice.tsx";
import { Only } from "../components/only.tsx";
import { Page as Sheet } from "../components/page.tsx";
import { UnsavedBar } from "../components/unsaved-bar.tsx";
import { locationQuery, locationsQuery, useLocation } from "../location.ts";
import { useMay } from "../session.ts";
import { Door } from "./door.tsx";
import styles from "./general.module.css";
import { bodyOf, type Draft, draftOf } from "./model.ts";
import { Appearance } from "./appearance.tsx";
import { Place } from "./place.tsx";
import { Plan } from "./plan.tsx";
import { RemoveLocation } from "./remove-location.tsx";
import { Visits } from "./visits.tsx";

/** The location being edited. */
export type Editing = ReturnType<typeof useDraft<Draft>>;

const useEditing = (): Editing => {
  const location = useLocation();
  return useDraft<Draft>(draftOf(location), async (changed) => {
    const saved = await foyer.request("PUT /companies/{company_id}", {
      params: { company_id: location._id },
      body: bodyOf(changed, location),
    });
    queries.setQueryData(locationQuery(location._id).queryKey, saved);
    await queries.invalidateQueries({ queryKey: locationsQuery.queryKey });
  });
};

const SHOWN_IN_PLACE =
  /^(name|timezone|logo|colour|kiosk_background|settings\.\w|translations\.privacy_notice|default_language|languages)/;

const Form = () => {
  const { t } = useTranslation("general");
  const editing = useEditing();
  const serves = useMay("service.manage");
  const { problem } = editing;
  return (
    <Sheet title={t("title")}>
      {problem !== undefined && !SHOWN_IN_PLACE.test(problem.field) && (
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
    </Sheet>
  );
};

/** Everything that can be set about a location, explained in its place. */
export const Page = () => (
  <Only may="location.manage">
    <Form />
  </Only>
);
