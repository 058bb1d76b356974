import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { createStore, useStore } from "../../shared/store.ts";
import { afterPaint } from "../lib/after-paint.ts";
import { Button, IconButton } from "./button.tsx";
import styles from "./toast.module.css";

/** What just happened, and how to undo it. */
export type ToastOptions = {
  words: ReactNode;
  kind?: "done" | "problem";
  action?: { label: string; hint?: string; run: () => void };
  /** Called when it disappears without its action: after its time, or because another replaces it. */
  left?: () => void;
};

const SHOWN_MS = 6000;

const shown = createStore<(ToastOptions & { number: number }) | undefined>(undefined, { schedule: afterPaint });
let number = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Dismisses the toast now. */
export const dismissToast = (): void => {
  const last = shown.get();
  if (last === undefined) return;
  clearTimeout(timer);
  shown.set(undefined);
  last.left?.();
};

const scheduleDismissal = (): void => {
  clearTimeout(timer);
  // Problems remain until they are dismissed.
  if (shown.get()?.kind === "problem") return;
  timer = setTimeout(dismissToast, SHOWN_MS);
};

/**
 * Shows a toast for six seconds, a problem until it is dismissed; a new one replaces the last.
 * @returns adds to it what is known only later, and shows it again if it has left; never in the place of a newer one
 */
export const showGrowingToast = (options: ToastOptions): ((more: Partial<ToastOptions>) => void) => {
  dismissToast();
  number += 1;
  const own = number;
  shown.set({ ...options, number: own });
  scheduleDismissal();
  return (more) => {
    if (number !== own) return;
    shown.set({ ...options, ...more, number: own });
    scheduleDismissal();
  };
};

/** Shows a toast for six seconds, a problem until it is dismissed; a new one replaces the last. */
export const showToast = (options: ToastOptions): void => void showGrowingToast(options);

/**
 * Takes the action of the visible toast. @param key only if the toast names this key @returns whether there was an
 * action
 */
export const runToastAction = (key?: string): boolean => {
  const action = shown.get()?.action;
  if (action === undefined || (key !== undefined && action.hint !== key)) return false;
  clearTimeout(timer);
  shown.set(undefined);
  action.run();
  return true;
};

/** The button disappears with its toast; the focus moves to the page. */
const pressed = (): void => {
  runToastAction();
  document.querySelector<HTMLElement>("#sheet")?.focus({ preventScroll: true });
};

/** Where toasts appear; once in the shell. */
export const ToastArea = () => {
  const { t } = useTranslation();
  const toast = useStore(shown);
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
