/** A hidden page is not painted. */
const LATE_MS = 50;

/**
 * Runs work once the response to a key or a click can be seen (the button pressed, the field closed): what takes longer to draw
 * is not in its way. Within 50 ms in any case.
 */
export const afterPaint = (work: () => void): void => {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LATE_MS);
};
