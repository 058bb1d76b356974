/** Brand colours that a demo offers: the house's own first; dark and light, warm and cold. */
export const SAMPLE_COLOURS = ["#2543c6", "#0f766e", "#b91c1c", "#ffd400"] as const;
