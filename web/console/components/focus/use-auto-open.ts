import { type RefObject, useEffect, useRef, useState } from "react";

import { afterPaint } from "../../lib/after-paint.ts";

type AutoOpen = {
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
};

/** For a popup that replaces the plain button (lazy-popup.tsx): it takes over the focus, and opens. */
export const useAutoOpen = (): AutoOpen => {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus();
    afterPaint(() => setOpened(true));
  }, []);
  return { button, opened, setOpened };
};
