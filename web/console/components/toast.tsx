import { IconX } from "@tabler/icons-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { afterPaint } from "../lib/after-paint.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./toast.module.css";

/** What just happened, and how to take it back. */
export type ToastOptions = {
  words: ReactNode;
  kind?: "done" | "problem";
  action?: { label: string; hint?: string; run: () => void };
  /** Called when it leaves and its action was not taken: by time, or because another takes its place. */
  left?: () => void;
};

const SHOWN_MS = 6000;

let shown: (ToastOptions & { number: number }) | undefined;
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
export const dismissToast = (): void => {
  const last = shown;
  if (last === undefined) return;
  clearTimeout(timer);
  set(undefined);
  last.left?.();
};

const scheduleDismissal = (): void => {
  clearTimeout(timer);
  // What went wrong stays until it was read.
  if (shown?.kind === "problem") return;
  timer = setTimeout(dismissToast, SHOWN_MS);
};

/** Says it at the foot of the page for six seconds, a problem until it is dismissed; a new one takes the place of the last. */
export const showToast = (options: ToastOptions): void => {
  dismissToast();
  number += 1;
  set({ ...options, number });
  scheduleDismissal();
};

/** Does what the toast on the screen offers. @param key only if the toast names this key @returns whether there was an action */
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
export const ToastArea = () => {
  const { t } = useTranslation();
  const toast = useSyncExternalStore(subscribe, () => shown);
  return (
    <div
      className={styles.place}
      role="status"
      onMouseEnter={() => clearTimeout(timer)}
      onMouseLeave={scheduleDismissal}
      onFocus={() => clearTimeout(timer)}
      onBlur={scheduleDismissal}
    >
      {toast !== undefined && (
        <div className={styles.toast} key={toast.number} data-kind={toast.kind}>
          <span className={styles.words}>{toast.words}</span>
          {toast.action !== undefined && (
            <Button
              size="row"
              {...(toast.action.hint === undefined ? {} : { hint: toast.action.hint })}
              onClick={pressed}
            >
              {toast.action.label}
            </Button>
          )}
          {toast.kind === "problem" && (
            <IconButton label={t("dismiss")} onClick={dismissToast}>
              <IconX />
            </IconButton>
          )}
        </div>
      )}
    </div>
  );
};
