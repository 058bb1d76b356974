import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { partsOf } from "../../shared/visit/agreement-text.ts";
import type { Pages } from "../../shared/visit/use-pages.ts";
import { TextButton } from "../components/button.tsx";
import styles from "./paper.module.css";

const Text = ({ text }: { text: string }) =>
  partsOf(text).map(({ kind, number, text: words }, n) =>
    kind === "heading" ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <h3 key={n}>{words}</h3>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the same
      <p key={n} className={styles[kind]}>
        {kind === "point" && <span className={styles.number}>{number ?? "•"}</span>}
        {words}
      </p>
    ),
  );

/** A sheet with a title. */
export const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.sheet} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** The way back to the page before, and which one is shown. @param children between them */
export const PageTurns = ({
  pages: { page, count, turn },
  children,
}: {
  pages: Omit<Pages, "ref">;
  children?: ReactNode;
}) => {
  const { t } = useTranslation("visit");
  if (count < 2 && children === undefined) return null;
  return (
    <div className={styles.turn}>
      {page > 1 ? (
        <TextButton icon={<IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />} onClick={() => turn(page - 1)}>
          {t("page", { number: page - 1 })}
        </TextButton>
      ) : (
        <span />
      )}
      {children}
      {count > 1 ? <span role="status">{t("pageOf", { number: page, of: count })}</span> : <span />}
    </div>
  );
};

/** A text on a sheet, a page at a time: long ones do not scroll away from the button. */
export const Paper = ({ title, text, pages }: { title: string; text: string; pages: Pages }) => {
  const { ref } = pages;
  return (
    <Sheet title={title}>
      <div className={styles.room}>
        <div ref={ref} className={styles.pages}>
          <Text text={text} />
        </div>
      </div>
      <PageTurns pages={pages} />
    </Sheet>
  );
};
