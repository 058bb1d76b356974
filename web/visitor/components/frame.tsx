import { IconChevronLeft, IconLock } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { usePageContext } from "../lib/page-context.ts";
import styles from "./frame.module.css";
import { Languages } from "./languages.tsx";
import { LocationLogo } from "./location-logo.tsx";

type FrameProps = {
  /** Another name is another page: it slides in, and screen readers announce its title. */
  name: string;
  title: ReactNode;
  hint?: ReactNode;
  progress?: { number: number; of: number } | undefined;
  back?: (() => void) | undefined;
  /** Omits the header: the page needs the room. */
  isFull?: boolean;
  /** Between the header and the title. */
  top?: ReactNode;
  /** The next step, at the bottom. */
  action?: ReactNode;
  /** Whether to say in one line who sees the data and for how long. */
  tellsWho?: boolean;
  children?: ReactNode;
};

const Progress = ({ number, of }: { number: number; of: number }) => {
  const { t } = useTranslation();
  const segments = Array.from({ length: of }, (_, n) => (n + 1 < number ? "past" : n + 1 === number ? "now" : "next"));
  return (
    <>
      <span className={styles.progress} aria-hidden="true">
        {segments.map((segment, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- a segment is its place
          <span key={n} className={styles[segment]} />
        ))}
      </span>
      <span className="hidden">{t("step", { number, of })}</span>
      <span className={styles.count} aria-hidden="true">
        {t("stepShort", { number, of })}
      </span>
    </>
  );
};

const BackButton = ({ back }: { back: () => void }) => {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.back} aria-label={t("back")} onClick={back}>
      <IconChevronLeft size={24} stroke={1.8} aria-hidden="true" />
    </button>
  );
};

/** Who sees the input, and for how long. */
const Who = () => {
  const { t } = useTranslation();
  const { location, days } = usePageContext();
  if (location === undefined) return null;
  return (
    <p className={styles.who}>
      <IconLock size={16} stroke={1.6} aria-hidden="true" />
      <span>
        {days === undefined
          ? t("whoSeesOnly", { location: location.name })
          : t("whoSees", { location: location.name, count: days })}
      </span>
    </p>
  );
};

/** Screen readers read the first page from its beginning, like any page, and later ones from their title. */
const shown = { isAny: false };

const Title = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    if (shown.isAny) heading.current?.focus({ preventScroll: true });
    shown.isAny = true;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </h1>
  );
};

/** A page on a phone: the location, the language, one question, and one button within the thumb's reach. */
export const Frame = ({
  name,
  title,
  hint,
  progress,
  back,
  isFull = false,
  top,
  action,
  tellsWho = false,
  children,
}: FrameProps) => {
  const { location, card } = usePageContext();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        {location === undefined ? <span /> : <LocationLogo location={location} />}
        <Languages />
      </header>
      <main className={styles.main}>
        {!isFull && card}
        {top}
        {(progress !== undefined || back !== undefined) && (
          <div className={styles.way}>
            {back !== undefined && <BackButton back={back} />}
            {progress !== undefined && <Progress {...progress} />}
          </div>
        )}
        <div key={name} className={styles.content}>
          <Title>{title}</Title>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
          {children}
        </div>
        {(action !== undefined || tellsWho) && (
          <div className={styles.foot} data-still={!action || undefined}>
            {action}
            {tellsWho && <Who />}
          </div>
        )}
      </main>
    </div>
  );
};
