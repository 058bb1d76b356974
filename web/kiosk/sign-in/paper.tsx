import type { ReactNode } from "react";

import { AgreementWords } from "../../visitor-flow/agreement-words.tsx";
import { PageTurner } from "../../visitor-flow/page-turner.tsx";
import type { Pages } from "../../visitor-flow/use-pages.ts";
import { PanelButton } from "../components/button.tsx";
import styles from "./paper.module.css";

/** The way back to the page before, and which one is shown. @param children between them */
export const PageTurns = (props: { pages: Omit<Pages, "ref">; children?: ReactNode }) => (
  <PageTurner {...props} Back={PanelButton} size={22} className={styles.turn} />
);

/** A text on a sheet, a page at a time. */
export const Paper = ({
  title,
  text,
  pages,
  children,
}: {
  title: string;
  text: string;
  pages: Pages;
  children?: ReactNode;
}) => {
  const { ref } = pages;
  return (
    <section className={styles.paper} aria-label={title}>
      <h2>{title}</h2>
      <div ref={ref} className={styles.pages}>
        <AgreementWords text={text} classNames={styles} />
        {children}
      </div>
      <PageTurns pages={pages} />
    </section>
  );
};
