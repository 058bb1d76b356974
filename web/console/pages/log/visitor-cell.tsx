import { useTranslation } from "react-i18next";

import { formatTime } from "../../../shared/format.ts";
import { type Choose, ChooseBox } from "../../components/form/choose-box.tsx";
import { OnPhone, TwoLines } from "../../components/table/data-table.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { companyBeside, nameOf, type Visit } from "../../data/lists/visits.ts";
import styles from "./log.module.css";

/** The selected rows, and how to select one. */
export type Choosing = { chosen: ReadonlySet<string>; choose: Choose };

type VisitorCellProps = {
  visit: Visit;
  /** Shown on a phone, which has no column for it. */
  entryPoint: string;
  choosing: Choosing | undefined;
};

/** Photo, name and company. If rows can be selected, the checkbox replaces the photo while the row is hovered. */
export const VisitorCell = ({ visit, entryPoint, choosing }: VisitorCellProps) => {
  const { t } = useTranslation("log");
  const time = formatTime(new Date(visit.signed_in), useFormatContext());
  const name = nameOf(visit) || t("unnamed");
  const company = companyBeside(visit);
  const below = (
    <>
      <span className={styles.company}>{company}</span>
      <OnPhone>{[company ?? entryPoint, time].filter((part) => part !== "").join(", ")}</OnPhone>
    </>
  );
  const face = <Portrait person={visit} visitId={visit._id} />;
  const isChosen = choosing?.chosen.has(visit._id) === true;
  const lead =
    choosing === undefined ? (
      face
    ) : (
      <span className={styles.lead} data-choosing={choosing.chosen.size > 0 || undefined}>
        {face}
        <ChooseBox
          id={visit._id}
          className={styles.box}
          label={t("choose", { name })}
          isChosen={isChosen}
          choose={choosing.choose}
        />
      </span>
    );
  return <TwoLines lead={lead} title={name} below={below} />;
};
