import { useTranslation } from "react-i18next";

import { companyBeside } from "../data/visits.ts";
import { InterpolatedText, slot } from "./interpolated-text.tsx";
import styles from "./company-and-host.module.css";

type CompanyAndHostProps = {
  of: { first_name?: string; last_name?: string; company?: string; recipient?: string };
  /** On a single line, where the host comes before the company. */
  isLine?: boolean;
};

/** What remains of a name that gives way, in ems; of a short one no more than it needs, or a gap would follow it. */
const narrowestOf = (name: string): number => Math.min(4, name.length * 0.3);

/** The second line of a visit: "Sauter Elektrotechnik, visiting John Barlow", or the part that is known and isn't the visitor's name. */
export const CompanyAndHost = ({ of, isLine = false }: CompanyAndHostProps) => {
  const { t } = useTranslation();
  const { recipient } = of;
  const company = companyBeside(of);
  if (recipient === undefined) return company ?? "";
  const parts = [company ?? "", recipient].map((part) => (
    <span key={part} className={styles.fact} style={{ minWidth: `${narrowestOf(part)}em` }}>
      {part}
    </span>
  ));
  const text =
    company === undefined ? t("forHost", { host: slot(1) }) : t("companyFor", { company: slot(0), host: slot(1) });
  return (
    <span className={`${styles.quiet} ${isLine ? styles.line : ""}`}>
      <InterpolatedText text={text} parts={parts} />
    </span>
  );
};
