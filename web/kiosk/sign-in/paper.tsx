import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { partsOf } from "../../shared/visit/agreement-text.ts";
import type { Pages } from "../../shared/visit/use-pages.ts";
import { PanelButton } from "../components/button.tsx";
import styles from "./paper.module.css";

const Text = ({ text }: { text: string }) => (
  <>
    {partsOf(text).map(({ kind, number, text: words }, n) =>
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
    )}
  </>
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
        <PanelButton icon={<IconArrowLeft size={22} stroke={1.8} aria-hidden="true" />} onClick={() => turn(page - 1)}>
          {t("page", { number: page - 1 })}
        </PanelButton>
      ) : (
        <span />
      )}
      {children}
      {count > 1 ? <span role="status">{t("pageOf", { number: page, of: count })}</span> : <span />}
    </div>
  );
};

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
        <Text text={text} />
        {children}
      </div>
      <PageTurns pages={pages} />
    </section>
  );
};
