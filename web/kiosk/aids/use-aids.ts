import { useEffect } from "react";

import type { Aids } from "../lib/aids.ts";
import { useReading } from "./use-reading.ts";

/** Draws and reads the kiosk as the visitor has switched it (theme/contrast.css, and `data-reach` in the styles of each screen). */
export const useAids = ({ isRead, isLarge, hasContrast, isLow }: Aids, language: string): void => {
  useReading(isRead, language);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset["contrast"] = hasContrast ? "high" : "normal";
    dataset["reach"] = isLow ? "low" : "normal";
  }, [hasContrast, isLow]);
  useEffect(() => {
    document.documentElement.dataset["text"] = isLarge ? "large" : "normal";
    // Larger text is a smaller screen (lib/use-viewport.ts).
    window.dispatchEvent(new Event("resize"));
  }, [isLarge]);
};
