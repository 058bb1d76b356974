import { IconArrowLeft } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Pages } from "./use-pages.ts";

type PageTurnerProps = {
  pages: Omit<Pages, "ref">;
  /** The face's own small button, and the size of what is in it. */
  Back: ComponentType<{ icon: ReactNode; onClick: () => void; children: ReactNode }>;
  size: number;
  className: string | undefined;
  /** Between the way back and the number. */
  children?: ReactNode;
};

/** The way back to the page before, and which one is shown. */
export const PageTurner = ({ pages: { page, count, turn }, Back, size, className, children }: PageTurnerProps) => {
  const { t } = useTranslation("visitor-flow");
  if (count < 2 && children === undefined) return null;
  return (
    <div className={className}>
      {page > 1 ? (
        <Back icon={<IconArrowLeft size={size} stroke={1.8} aria-hidden="true" />} onClick={() => turn(page - 1)}>
          {t("page", { number: page - 1 })}
        </Back>
      ) : (
        <span />
      )}
      {children}
      {count > 1 ? <span role="status">{t("pageOf", { number: page, of: count })}</span> : <span />}
    </div>
  );
};
