import { useEffect, useRef } from "react";

const depthIn = (state: unknown): number => {
  const depth: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "depth") : undefined;
  return typeof depth === "number" ? depth : 0;
};

/**
 * The phone's own back gesture or key goes back one page of the flow, like our arrow.
 * @param depth the number of pages passed
 * @returns the arrow's action
 */
export const useHistoryBack = (depth: number, back: () => void): (() => void) => {
  const go = useRef(back);
  useEffect(() => {
    go.current = back;
  });
  useEffect(() => {
    if (depthIn(history.state) < depth) history.pushState({ depth }, "");
  }, [depth]);
  useEffect(() => {
    const onPop = ({ state }: PopStateEvent): void => {
      if (depthIn(state) < depth) go.current();
    };
    window.addEventListener("popstate", onPop);
    return () => window.removeEventListener("popstate", onPop);
  }, [depth]);
  return () => history.back();
};
