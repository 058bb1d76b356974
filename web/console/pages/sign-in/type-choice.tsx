import { useTranslation } from "react-i18next";

import type { VisitType } from "../../data/lists/visit-types.ts";
import styles from "./type-choice.module.css";

type TypeChoiceProps = {
  types: readonly VisitType[];
  type: VisitType | undefined;
  choose: (id: string) => void;
};

/** The purpose of the visit; not asked if there is only one visit type. */
export const TypeChoice = ({ types, type, choose }: TypeChoiceProps) => {
  const { t } = useTranslation("sign-in");
  if (types.length < 2) return null;
  return (
    <fieldset className={styles.types}>
      <legend className={styles.legend}>{t("type")}</legend>
      {types.map(({ _id, name }) => (
        <label key={_id} className={styles.type}>
          <input type="radio" name="visit_type" checked={_id === type?._id} onChange={() => choose(_id)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
};
