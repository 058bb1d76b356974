import { LABELS, type LabelSize } from "../../shared/badge/badge.tsx";

const USUAL: LabelSize = "62x100";

const KEY = "foyer-label";

/** The label size of this kiosk's printer; `none`: it has no printer. */
export type KioskLabel = LabelSize | "none";

const isLabel = (text: string | null): text is KioskLabel => text === "none" || (text !== null && text in LABELS);

/** The label of this kiosk's printer: `/kiosk/?label=54x101` or `?label=none`, once; the kiosk stores it. */
export const labelOf = (): KioskLabel => {
  const asked = new URLSearchParams(location.search).get("label");
  try {
    if (isLabel(asked)) localStorage.setItem(KEY, asked);
    const kept = localStorage.getItem(KEY);
    if (isLabel(kept)) return kept;
  } catch {
    // A browser that can't store it prints according to the address.
  }
  return isLabel(asked) ? asked : USUAL;
};

/** The size in which a badge is shown on the screen, with a printer or without. */
export const sizeOf = (label: KioskLabel): LabelSize => (label === "none" ? USUAL : label);
