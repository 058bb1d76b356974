import { IconX } from "@tabler/icons-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { afterPaint } from "../after-paint.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./toast.module.css";

/** What just happened, and how to take it back. */
export type Said = {
  words: ReactNode;
  kind?: "done" | "problem";
  action?: { label: string; hint?: string; run: () => void };
  /** Called when it leaves and its action was not taken: by time, or because another takes its place. */
  left?: () => void;
};

const SHOWN_MS = 6000;

let shown: (Said & { number: number }) | undefined;
let number = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const set = (next: typeof shown): void => {
  shown = next;
  afterPaint(() => {
    for (const listener of listeners) listener();
  });
};

/** Has what is said leave now. */
export const leave = (): void => {
  const last = shown;
  if (last === undefined) return;
  clearTimeout(timer);
  set(undefined);
  last.left?.();
};

const leaveLater = (): void => {
  clearTimeout(timer);
  // What went wrong stays until it was read.
  if (shown?.kind === "problem") return;
  timer = setTimeout(leave, SHOWN_MS);
};

/** Says it at the foot of the page for six seconds, a problem until it is dismissed; a new one takes the place of the last. */
export const say = (said: Said): void => {
  leave();
  number += 1;
  set({ ...said, number });
  leaveLater();
};

/** Does what the toast on the screen offers. @param key only if the toast names this key @returns whether there was something */
export const runToastAction = (key?: string): boolean => {
  const action = shown?.action;
  if (action === undefined || (key !== undefined && action.hint !== key)) return false;
  clearTimeout(timer);
  set(undefined);
  action.run();
  return true;
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The button goes with its toast; the keyboard goes on from the page. */
const pressed = (): void => {
  runToastAction();
  document.querySelector<HTMLElement>("#sheet")?.focus({ preventScroll: true });
};

/** Where toasts appear; once in the shell. */
export const Toasts = () => {
  const { t } = useTranslation();
  const said = useSyncExternalStore(subscribe, () => shown);
  return (
    <div
      className={styles.place}
      role="status"
      onMouseEnter={() => clearTimeout(timer)}
      onMouseLeave={leaveLater}
      onFocus={() => clearTimeout(timer)}
      onBlur={leaveLater}
    >
      {said !== undefined && (
        <div className={styles.toast} key={said.number} data-kind={said.kind}>
          <span className={styles.words}>{said.words}</span>
          {said.action !== undefined && (
            <Button
              size="row"
              {...(said.action.hint === undefined ? {} : { hint: said.action.hint })}
              onClick={pressed}
            >
              {said.action.label}
            </Button>
          )}
          {said.kind === "problem" && (
            <IconButton label={t("dismiss")} onClick={leave}>
              <IconX />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
};
