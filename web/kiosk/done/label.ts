import { LABELS, type LabelSize } from "../../shared/badge/badge.tsx";

const USUAL: LabelSize = "62x100";

const KEY = "foyer-label";

const isLabel = (text: string | null): text is LabelSize => text !== null && text in LABELS;

/** Which one this kiosk's printer takes: `/kiosk/?label=54x101`, once; the kiosk keeps it. */
export const labelOf = (): LabelSize => {
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
