import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatList } from "../../../../shared/format.ts";
import { Confirm } from "../../../components/feedback/confirm.tsx";
import { usePhoto } from "../../../components/photo/use-photo.ts";
import { showToast } from "../../../components/feedback/toast.tsx";
import { useLocationId } from "../../../data/session/location.ts";
import type { Visit } from "../../../data/lists/visits.ts";
import { eraseVisits } from "./change-visits.ts";
import { signedAgreementsQuery, visitQuery } from "../queries.ts";
import { useVisitsOfPerson } from "../use-visits-of-person.ts";
import styles from "../visit.module.css";

type EraseVisitsProps = {
  opened: boolean;
  visits: readonly Visit[];
  /** Who they are: a name, or "3 visits". */
  name: string;
  close: () => void;
  erased: () => void;
};

/** What goes with one visit, counted: "1 visit, 1 photo, 1 signature and 2 signed agreements"; not counted until it is read. */
const One = ({ visit }: { visit: Visit }) => {
  const { t, i18n } = useTranslation("visit");
  const location = useLocationId();
  const { data: whole, isPlaceholderData } = useQuery(visitQuery(location, visit._id));
  const { data: signed } = useQuery(signedAgreementsQuery(location, visit._id));
  const photo = usePhoto(visit._id);
  if (whole === undefined || isPlaceholderData || signed === undefined) return t("lost.many", { count: 1 });
  const hasPhoto = photo !== undefined || whole.photo !== undefined;
  const parts = [
    t("lost.visits", { count: 1 }),
    ...(hasPhoto ? [t("lost.photos", { count: 1 })] : []),
    ...(whole.signature === undefined ? [] : [t("lost.signatures", { count: 1 })]),
    ...(signed.length === 0 ? [] : [t("lost.agreements", { count: signed.length })]),
  ];
  return t("lost.one", { parts: formatList(parts, i18n.language) });
};

/** Beside one visit, the others that seem to be of the same person; none where not all of that name were read. */
const useOthers = (visits: readonly Visit[]): readonly Visit[] => {
  const only = visits.length === 1 ? visits[0] : undefined;
  const { others, isAll } = useVisitsOfPerson(only, only?._id);
  return isAll ? others : [];
};

const EraseDialog = ({ visits, name, close, erased }: EraseVisitsProps) => {
  const { t } = useTranslation("visit");
  const others = useOthers(visits);
  const [isAll, setAll] = useState(false);
  const chosen = isAll ? [...visits, ...others] : visits;
  const count = chosen.length;
  const [only] = chosen;
  const run = async (): Promise<void> => {
    await eraseVisits(chosen);
    showToast({ words: t("erased", { count }) });
    erased();
  };
  return (
    <Confirm opened title={t("eraseTitle", { name })} action={t("eraseAction", { count })} run={run} close={close}>
      {count === 1 && only !== undefined ? <One visit={only} /> : t("lost.many", { count })} {t("lost.countersStay")}
      {others.length > 0 && (
        <Checkbox
          className={styles.others ?? ""}
          label={t("eraseOthers", { count: others.length })}
          checked={isAll}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
    </Confirm>
  );
};

/** Asks before visits are erased, and lists what is erased with them. Its texts are loaded when first needed. */
export const EraseVisits = (props: EraseVisitsProps) => (
  <Suspense>{props.opened && <EraseDialog {...props} />}</Suspense>
);
