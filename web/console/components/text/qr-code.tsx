import { encodeQR } from "qr";

/** The dark squares of a code as one path, row by row. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");

type QrCodeProps = {
  text: string;
  label: string;
  /** Says how large it is; scanners want dark on light. */
  className: string | undefined;
};

/** A text as a QR code. */
export const QrCode = ({ text, label, className }: QrCodeProps) => {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 1 });
  return (
    <svg
      className={className}
      data-scheme="light"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
    >
      <path d={pathOf(rows)} shapeRendering="crispEdges" />
    </svg>
  );
};
