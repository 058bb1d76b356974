import type { ReactNode } from "react";

import styles from "./person-head.module.css";

type PersonHeadProps = {
  face: ReactNode;
  name: string;
  company: string | undefined;
  standing: ReactNode;
  /** An icon at the end of the line. */
  action?: ReactNode;
};

/** At the top of a person's panel: face, name, company unless it is the name, and their state. */
export const PersonHead = ({ face, name, company, standing, action }: PersonHeadProps) => (
  <header className={styles.head}>
    {face}
    <div className={styles.who}>
      <h2 className={styles.name} dir="auto" data-field="first_name">
        {name}
      </h2>
      {company !== undefined && company !== name && (
        <p className={styles.company} dir="auto" data-field="company">
          {company}
        </p>
      )}
      <p className={styles.standing}>{standing}</p>
    </div>
    {action}
  </header>
);
