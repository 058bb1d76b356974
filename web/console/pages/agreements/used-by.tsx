import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { localisedText } from "../../components/language/languages.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import { useLocation } from "../../data/session/location.ts";
import styles from "./agreements.module.css";
import type { AgreementDraftState } from "./model.ts";
import { visitTypesQuery } from "./queries.ts";

/** Which visit types ask for it. */
export const UsedBy = ({ editing: { draft, set } }: { editing: AgreementDraftState }) => {
  const { t, i18n } = useTranslation("agreements");
  const { _id: location, default_language } = useLocation();
  const { data: types = [] } = useQuery(visitTypesQuery(location));
  if (types.length === 0) return null;
  const { visit_types } = draft;
  const turn = (id: string, on: boolean): void =>
    set({ visit_types: on ? [...visit_types, id] : visit_types.filter((one) => one !== id) });
  return (
    <Section>
      <div role="group" aria-label={t("askedBy")}>
        <div className={styles.label}>{t("askedBy")}</div>
        <div className={styles.choices}>
          {types.map(({ _id, translations }) => (
            <Checkbox
              key={_id}
              label={localisedText(translations.name, i18n.language, default_language)}
              checked={visit_types.includes(_id)}
              onChange={(event) => turn(_id, event.currentTarget.checked)}
            />
          ))}
        </div>
      </div>
    </Section>
  );
};
