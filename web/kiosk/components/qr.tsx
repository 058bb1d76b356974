import { encodeQR } from "qr";

import styles from "./qr.module.css";

const BORDER = 2;

/** A QR code for a visitor's own phone, dark on white whatever the screen. */
export const Qr = ({ text, label }: { text: string; label: string }) => {
  const rows = encodeQR(text, "raw", { border: BORDER, ecc: "medium" });
  const dots = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={dots.join("")} />
    </svg>
  );
};
