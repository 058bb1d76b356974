import { useMediaQuery } from "@mantine/hooks";

/** The first drawing knows the width, too. */
export const AT_ONCE = { getInitialValueInEffect: false };

/** How much room there is (1440, 1024, 390): what lies side by side, what becomes a page of its own. */
export const useBreakpoint = (): "wide" | "medium" | "phone" => {
  const isPhone = useMediaQuery("(width < 640px)", false, AT_ONCE);
  const isWide = useMediaQuery("(width >= 1280px)", true, AT_ONCE);
  if (isPhone) return "phone";
  return isWide ? "wide" : "medium";
};
