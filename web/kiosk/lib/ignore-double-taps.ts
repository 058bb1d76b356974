/** The second tap of a double tap comes within this time, and within this distance in pixels. */
const WITHIN_MS = 350;
const WITHIN_PX = 40;

type Tap = { atMs: number; x: number; y: number; screen: Element | null };

const isNear = (a: Tap, b: Tap): boolean => a.atMs - b.atMs < WITHIN_MS && Math.hypot(a.x - b.x, a.y - b.y) < WITHIN_PX;

/** Drops the second tap of a double tap if the first one has led to another screen: it was not meant for that one. */
export const ignoreDoubleTaps = (): void => {
  let last: Tap | undefined;
  const judge = (event: MouseEvent): void => {
    const tap = {
      // When the finger tapped, not when a slow tablet handled it.
      atMs: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      screen: document.querySelector("main"),
    };
    // Keyboards and screen readers press without a pointer.
    const isTap = event.detail > 0;
    if (isTap && last !== undefined && last.screen !== tap.screen && isNear(tap, last)) {
      event.stopPropagation();
      event.preventDefault();
    } else if (isTap) last = tap;
  };
  window.addEventListener("click", judge, { capture: true });
  // Between two taps of one hand nothing is typed.
  window.addEventListener("input", () => (last = undefined), { capture: true });
};
