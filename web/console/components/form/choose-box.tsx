import type { MouseEvent } from "react";

import box from "./box.module.css";

/** Selects or deselects a row. `isRange`: with all rows between it and the last one selected. */
export type Choose = (id: string, isChosen: boolean, isRange: boolean) => void;

const hasShift = (event: Event): boolean => "shiftKey" in event && event.shiftKey === true;

/** With Shift, a browser would select the text between. */
const keepText = (event: MouseEvent): void => {
  if (event.shiftKey) event.preventDefault();
};

type ChooseBoxProps = { id: string; label: string; isChosen: boolean; choose: Choose; className: string | undefined };

/** The checkbox of a row. Pressing it does not open the row. */
export const ChooseBox = ({ id, label, isChosen, choose, className }: ChooseBoxProps) => (
  <label className={className} onMouseDown={keepText} onClick={(event) => event.stopPropagation()}>
    <input
      type="checkbox"
      className={box.box}
      checked={isChosen}
      aria-label={label}
      onChange={({ currentTarget, nativeEvent }) => choose(id, currentTarget.checked, hasShift(nativeEvent))}
    />
  </label>
);
