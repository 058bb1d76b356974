import type { ReactNode } from "react";

import { AgreementWords } from "../../visitor-flow/agreement-words.tsx";
import { PageTurner } from "../../visitor-flow/page-turner.tsx";
import type { Pages } from "../../visitor-flow/use-pages.ts";
import { TextButton } from "../components/button.tsx";
import styles from "./paper.module.css";

/** A sheet with a title. */
export const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.sheet} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** The way back to the page before, and which one is shown. @param children between them */
export const PageTurns = (props: { pages: Omit<Pages, "ref">; children?: ReactNode }) => (
  <PageTurner {...props} Back={TextButton} size={18} className={styles.turn} />
);

/** A text on a sheet, a page at a time: long ones do not scroll away from the button. */
export const Paper = ({ title, text, pages }: { title: string; text: string; pages: Pages }) => {
  const { ref } = pages;
  return (
    <Sheet title={title}>
      <div className={styles.room}>
        <div ref={ref} className={styles.pages}>
          <AgreementWords text={text} classNames={styles} />
        </div>
      </div>
      <PageTurns pages={pages} />
    </Sheet>
  );
};
