import { LABELS, type LabelSize } from "../../shared/badge/badge.tsx";

const USUAL: LabelSize = "62x100";

const KEY = "foyer-label";

/** What the printer of this kiosk takes; `none`: it has no printer. */
export type KioskLabel = LabelSize | "none";

const isLabel = (text: string | null): text is KioskLabel => text === "none" || (text !== null && text in LABELS);

/** The label of this kiosk's printer: `/kiosk/?label=54x101` or `?label=none`, once; the kiosk keeps it. */
export const labelOf = (): KioskLabel => {
  const asked = new URLSearchParams(location.search).get("label");
  try {
    if (isLabel(asked)) localStorage.setItem(KEY, asked);
    const kept = localStorage.getItem(KEY);
    if (isLabel(kept)) return kept;
  } catch {
    // A browser that keeps nothing prints on what the address says.
  }
  return isLabel(asked) ? asked : USUAL;
};

/** The size that a badge is drawn in on the screen, with a printer or without. */
export const sizeOf = (label: KioskLabel): LabelSize => (label === "none" ? USUAL : label);
