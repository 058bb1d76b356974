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

import { IDLE_DELAY_MS } from "../../../shared/idle.ts";
import { registerPreload, savesData } from "../../lib/lazy-code.ts";

/**
 * A part of a page that appears only after a click: its code is loaded with the click, or earlier if `load` was called.
 * From then on it is drawn synchronously.
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

/**
 * Code for the next click is loaded once the page is idle, unless the browser saves data. @param loads the same list
 * while the page is mounted
 */
export const usePreloadWhenIdle = (loads: readonly (() => Promise<unknown>)[]): void => {
  useEffect(() => {
    if (savesData()) return undefined;
    // If loading fails, it is repeated and reported when it is needed.
    const timer = setTimeout(() => void Promise.allSettled(loads.map((load) => load())), IDLE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [loads]);
};

/** A button as an element: its popup adds the properties it needs. */
export type ButtonElement = ReactElement<ComponentProps<"button">>;

type LazyPopupProps = {
  popup: "menu" | "dialog";
  load: () => Promise<unknown>;
  /** The button before its first press, and while its popup is loading. */
  button: ButtonElement;
  /** Replaces it with the first press, and is given the button (use-auto-open.ts). */
  children: ReactElement<{ button?: ButtonElement }>;
};

/** A button whose popup is loaded when the pointer or the focus approaches. */
export const LazyPopup = ({ popup, load, button, children }: LazyPopupProps) => {
  const [wanted, setWanted] = useState(false);
  const near = (): void => void load().catch(() => undefined);
  const state = { "aria-haspopup": popup, "aria-expanded": false } as const;
  if (wanted) return <Suspense fallback={cloneElement(button, state)}>{cloneElement(children, { button })}</Suspense>;
  return cloneElement(button, { ...state, onPointerEnter: near, onFocus: near, onClick: () => setWanted(true) });
};
