import { useTranslation } from "react-i18next";

import { companyBeside } from "../../data/lists/visits.ts";
import { InterpolatedText, slot } from "../language/interpolated-text.tsx";
import styles from "./company-and-host.module.css";

type CompanyAndHostProps = {
  of: { first_name?: string; last_name?: string; company?: string; recipient?: string };
  /** On a single line: where both do not fit, the host alone. */
  isLine?: boolean;
};

/**
 * The second line of a visit: "Sauter Elektrotechnik, visiting John Barlow", or the part that is known and isn't the
 * visitor's name.
 */
export const CompanyAndHost = ({ of, isLine = false }: CompanyAndHostProps) => {
  const { t } = useTranslation();
  const { recipient } = of;
  const company = companyBeside(of);
  const single = isLine ? styles.single : undefined;
  if (recipient === undefined) return company === undefined ? "" : <bdi className={single}>{company}</bdi>;
  const parts = [company ?? "", recipient].map((part) => (
    <bdi key={part} className={styles.fact}>
      {part}
    </bdi>
  ));
  const text =
    company === undefined ? t("forHost", { host: slot(1) }) : t("companyFor", { company: slot(0), host: slot(1) });
  const whole = <InterpolatedText text={text} parts={parts} />;
  if (!isLine || company === undefined) return <span className={`${styles.quiet} ${single ?? ""}`}>{whole}</span>;
  return (
    <span className={`${styles.quiet} ${styles.line}`} data-short={t("forHost", { host: recipient })}>
      <span className={styles.whole}>{whole}</span>
    </span>
  );
};
