import { encodeQR } from "qr";
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";

import styles from "./badge.module.css";

/** The labels of badge printers: width and height in millimetres. */
export const LABELS = { "62x100": [62, 100], "54x101": [54, 101] } as const;
export type LabelSize = keyof typeof LABELS;

/** The contents of a badge; undefined values are left out. */
export type BadgeContent = {
  /** The description for screen readers. */
  title: string;
  location: ReactNode;
  type?: string | undefined;
  /** A picture as an address. */
  photo?: string | undefined;
  name: string;
  company?: string | undefined;
  host?: string | undefined;
  hostLabel: string;
  /** When, and the visitor's number. */
  when: string;
  /** The text of the code that signs out. */
  code: string;
  codeLabel: string;
};

/** The package draws at least one square of margin; the label's white is the rest of it. */
const MARGIN = 1;

/** The dark squares of a code as one path, as few and as large as possible: it is scanned at arm's length. */
const Code = ({ text, label }: { text: string; label: string }) => {
  const rows = encodeQR(text, "raw", { border: MARGIN, ecc: "medium" });
  const dots = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = rows.length - 2 * MARGIN;
  return (
    <svg className={styles.code} viewBox={`${MARGIN} ${MARGIN} ${side} ${side}`} role="img" aria-label={label}>
      <path d={dots.join("")} shapeRendering="crispEdges" />
    </svg>
  );
};

/** The relative sizes that are tried for a name. */
const SIZES = [1, 0.9, 0.8, 0.72, 0.64, 0.56, 0.5, 0.44];

const isTooLarge = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: HTMLElement): boolean =>
  scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;

/**
 * Writes a name as large as fits on two lines; only a name that is too long in the smallest size breaks within a word.
 */
const fit = (name: HTMLElement): void => {
  name.style.overflowWrap = "normal";
  for (const size of SIZES) {
    name.style.setProperty("--fit", String(size));
    if (!isTooLarge(name)) return;
  }
  name.style.overflowWrap = "anywhere";
};

const useFit = (text: string): RefObject<HTMLParagraphElement | null> => {
  const ref = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const { current } = ref;
    if (current === null) return;
    fit(current);
    void document.fonts.ready.then(() => fit(current));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another name has another size
  }, [text]);
  return ref;
};

/**
 * A label: the visitor, their company, their host, and the code that signs out. It is always one label high, whatever
 * the names.
 */
export const Badge = ({ size, ...badge }: BadgeContent & { size: LabelSize }) => {
  const [width, height] = LABELS[size];
  const name = useFit(badge.name);
  const style = { "--wide": width, "--high": height } as CSSProperties;
  return (
    <article className={styles.badge} data-scheme="light" aria-label={badge.title} style={style}>
      <div className={styles.top}>
        <span className={styles.place}>{badge.location}</span>
        {badge.type !== undefined && <span className={styles.type}>{badge.type}</span>}
      </div>
      <div className={styles.middle}>
        {badge.photo !== undefined && <img className={styles.photo} src={badge.photo} alt="" />}
        <p ref={name} className={styles.person}>
          {badge.name}
        </p>
        {badge.company !== undefined && <p className={styles.company}>{badge.company}</p>}
      </div>
      <div className={styles.foot}>
        <div className={styles.words}>
          {badge.host !== undefined && (
            <>
              <p className={styles.small}>{badge.hostLabel}</p>
              <p className={styles.host}>{badge.host}</p>
            </>
          )}
          <p className={styles.small}>{badge.when}</p>
        </div>
        <Code text={badge.code} label={badge.codeLabel} />
      </div>
    </article>
  );
};
