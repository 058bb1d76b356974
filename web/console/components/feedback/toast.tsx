import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { createStore, useStore } from "../../../shared/store.ts";
import { afterPaint } from "../../lib/after-paint.ts";
import { Button, IconButton } from "../button/button.tsx";
import { focusPage } from "../focus/row-focus.ts";
import styles from "./toast.module.css";
import { holdOffers, offerUndo, type OpenOffer, releaseOffers, undoLast, useOffers } from "./undo-offers.ts";

/** What just happened. */
export type ToastOptions = {
  words: ReactNode;
  kind?: "done" | "problem";
  /** Takes it back, under the key Z. */
  undo?: () => void;
};

const SHOWN_MS = 6000;

const shown = createStore<(ToastOptions & { number: number }) | undefined>(undefined, { schedule: afterPaint });
let number = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const dismissToast = (): void => {
  clearTimeout(timer);
  shown.set(undefined);
};

const scheduleDismissal = (): void => {
  clearTimeout(timer);
  // Problems remain until they are dismissed.
  if (shown.get()?.kind === "problem") return;
  timer = setTimeout(dismissToast, SHOWN_MS);
};

/**
 * Shows a toast for six seconds, a problem until it is dismissed; a new one replaces the last. One that can be undone is beside the
 * others that can (undo-offers.ts).
 */
export const showToast = ({ undo, ...options }: ToastOptions): void => {
  number += 1;
  if (undo !== undefined)
    return void offerUndo({ kind: `toast ${number}`, name: "", count: 1, words: () => options.words, undo });
  shown.set({ ...options, number });
  scheduleDismissal();
};

/** The button disappears with its toast; the focus moves to the page. */
const leaving = (run: () => unknown) => (): void => {
  run();
  focusPage();
};

/** The actions that can be undone: the newest kind by name, all others by number. */
const OfferToast = ({ offers, newest }: { offers: readonly OpenOffer[]; newest: OpenOffer }) => {
  const { t } = useTranslation();
  const same = offers.filter(({ kind }) => kind === newest.kind);
  const count = same.reduce((sum, one) => sum + one.count, 0);
  const more = count - newest.count;
  const names = more === 0 ? newest.name : t("andMore", { name: newest.name, count: more });
  const others = offers.length - same.length;
  return (
    <div className={styles.toast} key={newest.kind}>
      <span className={styles.words}>
        {newest.words(names, count)}
        {others > 0 && <span className={styles.others}>{t("earlierToo", { count: others })}</span>}
      </span>
      <span className={styles.buttons}>
        {newest.also !== undefined && (
          <Button size="row" onClick={newest.also.run}>
            {newest.also.label}
          </Button>
        )}
        <Button size="row" hint="Z" data-act onClick={leaving(() => undoLast(newest.kind))}>
          {t("undo")}
        </Button>
      </span>
    </div>
  );
};

/** Where toasts appear; once in the shell. */
export const ToastArea = () => {
  const { t } = useTranslation();
  const toast = useStore(shown);
  const offers = useOffers().filter(({ isOnPage }) => isOnPage !== true);
  const newest = offers.at(-1);
  const hold = (): void => {
    clearTimeout(timer);
    holdOffers();
  };
  const release = (): void => {
    scheduleDismissal();
    releaseOffers();
  };
  return (
    <div
      className={styles.place}
      role="status"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {toast !== undefined && (
        <div className={styles.toast} key={toast.number} data-kind={toast.kind}>
          <span className={styles.words}>{toast.words}</span>
          {toast.kind === "problem" && (
            <IconButton label={t("dismiss")} onClick={leaving(dismissToast)}>
              <IconX />
            </IconButton>
          )}
        </div>
      )}
      {newest !== undefined && <OfferToast offers={offers} newest={newest} />}
    </div>
  );
};
