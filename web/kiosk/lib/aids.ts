/** What a visitor has turned on for themselves, until the next visitor comes. */
export type Aids = {
  /** Each screen is read aloud. */
  isRead: boolean;
  /** Half as large again, as no browser lets a visitor choose who has no keyboard. */
  isLarge: boolean;
  /** Black on white, without pictures behind words. */
  hasContrast: boolean;
  /** What is pressed is low on the screen, for a visitor who sits. */
  isLow: boolean;
};

/** All are off. */
export const NO_AIDS: Aids = { isRead: false, isLarge: false, hasContrast: false, isLow: false };

/** Whether anything is. */
export const hasAids = (aids: Aids): boolean => Object.values(aids).includes(true);
