import { useMantineColorScheme } from "@mantine/core";

import { savePreference } from "../../lib/preferences.ts";

/** Whether the console is dark, and a function that toggles and remembers it. */
export const useTheme = (): { isDark: () => boolean; turn: () => void } => {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = (): boolean => document.documentElement.dataset["mantineColorScheme"] === "dark";
  const turn = (): void => {
    const next = isDark() ? "light" : "dark";
    savePreference("theme", next);
    setColorScheme(next);
  };
  return { isDark, turn };
};
