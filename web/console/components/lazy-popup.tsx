import {
  cloneElement,
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";

import { IDLE_DELAY_MS } from "../lib/idle.ts";
import { registerPreload, savesData } from "../lib/lazy-code.ts";

/**
 * A part of a page that is seen after a click only: its code comes with the click, or before it when `load` was called. From then
 * on it is drawn at once.
 */
export const onDemand = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let here: ComponentType<Props> | undefined;
  const fetched = registerPreload(async (): Promise<{ default: ComponentType<Props> }> => {
    here = await load();
    return { default: here };
  });
  const Later = lazy(fetched) as unknown as ComponentType<Props>;
  const Part = (props: Props): ReactNode => {
    const [Now] = useState(() => here ?? Later);
    return <Now {...props} />;
  };
  return Object.assign(Part, { load: fetched });
};

/** What is wanted with the next click is loaded once the page has come to rest, unless the browser saves data. @param loads one list while the page is mounted */
export const usePreloadWhenIdle = (loads: readonly (() => Promise<unknown>)[]): void => {
  useEffect(() => {
    if (savesData()) return undefined;
    // What cannot be loaded is asked for again, and told, where it is wanted.
    const timer = setTimeout(() => void Promise.allSettled(loads.map((load) => load())), IDLE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [loads]);
};

/** A button as an element: the popup it opens gives it the properties it needs. */
export type ButtonElement = ReactElement<ComponentProps<"button">>;

type LazyPopupProps = {
  popup: "menu" | "dialog";
  load: () => Promise<unknown>;
  /** As it stands there before its first press, and while what it opens is on its way. */
  button: ButtonElement;
  /** What takes its place with the first press, and is given the button (use-auto-open.ts). */
  children: ReactElement<{ button?: ButtonElement }>;
};

/** A button whose popup is loaded when the pointer or the focus comes near. */
export const LazyPopup = ({ popup, load, button, children }: LazyPopupProps) => {
  const [wanted, setWanted] = useState(false);
  const near = (): void => void load().catch(() => undefined);
  const state = { "aria-haspopup": popup, "aria-expanded": false } as const;
  if (wanted) return <Suspense fallback={cloneElement(button, state)}>{cloneElement(children, { button })}</Suspense>;
  return cloneElement(button, { ...state, onPointerEnter: near, onFocus: near, onClick: () => setWanted(true) });
};
