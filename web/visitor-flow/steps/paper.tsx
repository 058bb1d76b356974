import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { AgreementWords } from "../agreement-words.tsx";
import type { Pages } from "../use-pages.ts";
import { writtenIn } from "../written-in.ts";
import { useFace } from "./face.ts";
import styles from "./paper.module.css";

/** A sheet with a title. */
export const Sheet = ({ title, isBusy, children }: { title: string; isBusy?: boolean; children: ReactNode }) => (
  <section className={styles.sheet} aria-label={title} aria-busy={isBusy}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** The button back to the previous page, and the current page number. @param children between them */
export const PageTurns = ({ pages, children }: { pages: Omit<Pages, "ref">; children?: ReactNode }) => {
  const { t } = useTranslation("visitor-flow");
  const { TurnButton, bySize } = useFace();
  const { page, count, turn } = pages;
  if (count < 2 && children === undefined) return null;
  return (
    <div className={styles.turn}>
      {page > 1 ? (
        <TurnButton
          icon={<IconArrowLeft size={bySize(22, 18)} stroke={1.8} aria-hidden="true" />}
          onClick={() => turn(page - 1)}
        >
          {t("page", { number: page - 1 })}
        </TurnButton>
      ) : (
        <span />
      )}
      {children}
      {count > 1 ? <span role="status">{t("pageOf", { number: page, of: count })}</span> : <span />}
    </div>
  );
};

type PaperProps = { title: string; text: string; pages: Pages; children?: ReactNode };

/** A text on a sheet, one page at a time: long ones do not scroll away from the button. */
export const Paper = ({ title, text, pages, children }: PaperProps) => {
  const { language } = useFace();
  const { ref } = pages;
  return (
    <Sheet title={title}>
      <div className={styles.room}>
        <div ref={ref} className={styles.pages} data-pages {...writtenIn(language)}>
          <AgreementWords text={text} classNames={styles} />
          {children}
        </div>
      </div>
      <PageTurns pages={pages} />
    </Sheet>
  );
};
