/** The labels that a badge printer takes, in millimetres (62x100 and 54x101). */
export const LABELS = ["62x100", "54x101"] as const;

const KEY = "foyer-label";

const isLabel = (text: string | null): text is (typeof LABELS)[number] => LABELS.some((label) => label === text);

/** Which one this kiosk's printer takes: `/kiosk/?label=54x101`, once; the kiosk keeps it. */
export const labelOf = (): (typeof LABELS)[number] => {
  const asked = new URLSearchParams(location.search).get("label");
  try {
    if (isLabel(asked)) localStorage.setItem(KEY, asked);
    const kept = localStorage.getItem(KEY);
    if (isLabel(kept)) return kept;
  } catch {
    // A browser that keeps nothing prints on what the address says.
  }
  return isLabel(asked) ? asked : LABELS[0];
};
