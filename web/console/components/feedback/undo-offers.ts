import type { ReactNode } from "react";

import { createStore, useStore } from "../../../shared/store.ts";
import { afterPaint } from "../../lib/after-paint.ts";

/** An action that can be taken back for a while. */
export type UndoOffer = {
  /** What was done, such as `out`: neighbours of one kind are named together. */
  kind: string;
  /** A newer offer about the same takes the place of the one before; without a key, none does. */
  key?: string;
  /** Who it was done to: the name, or how many; and their number. */
  name: string;
  count: number;
  /** The sentence, with the names and number of all of its kind. */
  words: (names: string, count: number) => ReactNode;
  undo: () => void;
  /** Called when the offer ends without Undo: what was only shown as done is done now. */
  end?: () => void;
  /** What else can be done, such as printing a badge. */
  also?: { label: string; run: () => void };
  /** How long it stands, in milliseconds. */
  ms?: number;
  /** It ends at its time even under the pointer: the server waits no longer. */
  isFixed?: boolean;
  /** Its page shows it itself. */
  isOnPage?: boolean;
};

/** An offer that stands. */
export type OpenOffer = UndoOffer & { number: number };

const SHOWN_MS = 6000;

/** The newest is the last. */
const offers = createStore<readonly OpenOffer[]>([], { schedule: afterPaint });
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let number = 0;

const remove = (gone: OpenOffer): boolean => {
  clearTimeout(timers.get(gone.number));
  timers.delete(gone.number);
  const before = offers.get();
  offers.set(before.filter((one) => one.number !== gone.number));
  return offers.get().length < before.length;
};

const endOffer = (offer: OpenOffer): void => {
  if (remove(offer)) offer.end?.();
};

const schedule = (offer: OpenOffer): void => {
  clearTimeout(timers.get(offer.number));
  timers.set(
    offer.number,
    setTimeout(() => endOffer(offer), offer.ms ?? SHOWN_MS),
  );
};

/** Offers to take an action back, beside those that are offered already: each stands for a time of its own. @returns adds to it what is known only later, while it stands */
export const offerUndo = (offer: UndoOffer): ((more: Partial<UndoOffer>) => void) => {
  const replaced = offers.get().find(({ key }) => key !== undefined && key === offer.key);
  if (replaced !== undefined) remove(replaced);
  number += 1;
  const own = number;
  const open = { ...offer, number: own };
  offers.set([...offers.get(), open]);
  schedule(open);
  return (more) => offers.set(offers.get().map((one) => (one.number === own ? { ...one, ...more } : one)));
};

/** Takes the newest action back. @param kind the newest of these only @returns whether there was one */
export const undoLast = (kind?: string): boolean => {
  const last = offers.get().findLast((one) => kind === undefined || one.kind === kind);
  if (last !== undefined && remove(last)) last.undo();
  return last !== undefined;
};

/** Ends the offers of what was only shown as done: it is done now. */
export const endDeferred = (): void => {
  for (const offer of offers.get()) if (offer.end !== undefined) endOffer(offer);
};

/** While the pointer or the focus is on them, offers stay. */
export const holdOffers = (): void => {
  for (const { number: one, isFixed } of offers.get()) if (isFixed !== true) clearTimeout(timers.get(one));
};

/** From here on they stand for their whole time once more. */
export const releaseOffers = (): void => {
  for (const offer of offers.get()) if (offer.isFixed !== true) schedule(offer);
};

/** The offers that stand, the newest last. */
export const useOffers = (): readonly OpenOffer[] => useStore(offers);
