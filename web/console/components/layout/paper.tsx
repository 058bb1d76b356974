import type { ReactNode } from "react";
import { createPortal } from "react-dom";

import { formatDayHeading, formatTime } from "../../../shared/format.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useIsPrinting } from "./is-printing.ts";
import styles from "./paper.module.css";

/** A box to tick by hand, or ticked already. */
export const Box = ({ on = false }: { on?: boolean }) => <span className={styles.box} data-on={on || undefined} />;

type PaperProps = {
  title: string;
  heads: readonly string[];
  /** Rows of a table. */
  children: ReactNode;
};

/** A list as it is printed, with the time: on paper it is the whole page, on the screen it is hidden. */
export const Paper = ({ title, heads, children }: PaperProps) => {
  const writing = useFormatContext();
  const now = new Date(useNow());
  if (!useIsPrinting()) return null;
  return createPortal(
    <div className={styles.paper}>
      <h1>{title}</h1>
      <p>{`${formatDayHeading(now, writing)}, ${formatTime(now, writing)}`}</p>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>,
    document.body,
  );
};
