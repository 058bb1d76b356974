import { type RefObject, useEffect, useRef, useState } from "react";

import type { LetterChoice } from "./held-letters.tsx";
import { heldLettersOf } from "./letters.ts";

const HOLD_MS = 350;
const REPEAT_MS = 90;
/** Letters beside each other in what a held key offers (keys.module.css). */
const IN_ROW = 6;

const keyOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-skbtn]") : null;

const placeOf = (key: HTMLElement, board: HTMLElement, count: number): Pick<LetterChoice, "left" | "bottom"> => {
  const [at, around] = [key.getBoundingClientRect(), board.getBoundingClientRect()];
  const width = Math.min(count, IN_ROW) * at.height;
  const left = Math.min(at.left - around.left, around.width - width);
  return { left: Math.max(0, left), bottom: around.bottom - at.top };
};

/**
 * Follows a finger that stays on a key: a letter offers similar letters, and deleting repeats.
 * @param erase deletes one character @param choose is called with the letter that replaces the typed one
 */
export const useHeldKey = (
  board: RefObject<HTMLElement | null>,
  { erase, choose }: { erase: () => void; choose: (letter: string) => void },
) => {
  const [held, setHeld] = useState<LetterChoice>();
  const now = useRef({ erase, choose });
  useEffect(() => {
    now.current = { erase, choose };
  });
  useEffect(() => {
    const { current } = board;
    if (current === null) return;
    let timer = 0;
    const hold = (name: string, held: LetterChoice): void => {
      if (name === "{bksp}") {
        timer = window.setInterval(() => now.current.erase(), REPEAT_MS);
        return;
      }
      if (held.letters.length > 0) setHeld(held);
    };
    const down = ({ target }: PointerEvent): void => {
      if (target instanceof Element && target.closest("[data-held]") !== null) return;
      setHeld(undefined);
      const key = keyOf(target);
      if (key === null) return;
      const name = key.dataset["skbtn"] ?? "";
      const letters = heldLettersOf(name);
      const offered = { letters, ...placeOf(key, current, letters.length) };
      timer = window.setTimeout(() => hold(name, offered), HOLD_MS);
    };
    const up = ({ clientX, clientY, type }: PointerEvent): void => {
      window.clearTimeout(timer);
      window.clearInterval(timer);
      const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-held]");
      const letter = under?.dataset["held"];
      if (type === "pointerup" && letter !== undefined) {
        now.current.choose(letter);
        setHeld(undefined);
      }
    };
    // Before the key types: the board is redrawn then, and the key's position is lost.
    document.addEventListener("pointerdown", down, true);
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", up);
    return () => {
      window.clearTimeout(timer);
      window.clearInterval(timer);
      document.removeEventListener("pointerdown", down, true);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", up);
    };
  }, [board]);
  return held;
};
