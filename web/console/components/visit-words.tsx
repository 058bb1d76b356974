import { useTranslation } from "react-i18next";

import { Filled, place } from "./filled.tsx";
import styles from "./visit-words.module.css";

/** The second line of a visit: "Sauter Elektrotechnik for John Barlow", or what is known of it. */
export const CompanyFor = ({ of }: { of: { company?: string; recipient?: string } }) => {
  const { t } = useTranslation();
  const { company, recipient } = of;
  if (recipient === undefined) return company ?? "";
  const parts = [company ?? "", recipient].map((part) => (
    <span key={part} className={styles.fact}>
      {part}
    </span>
  ));
  const text =
    company === undefined ? t("forHost", { host: place(1) }) : t("companyFor", { company: place(0), host: place(1) });
  return (
    <span className={styles.quiet}>
      <Filled text={text} parts={parts} />
    </span>
  );
};
