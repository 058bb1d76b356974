import type { DoorField } from "../../visitor-flow/door.ts";
import { isTyped } from "../../visitor-flow/steps.ts";
import { keyboardShareOf, NARROW_REM, WIDE_REM } from "../lib/screen-size.ts";

/** A screen in rem. @param hasKeys the kiosk shows a keyboard of its own */
export type ScreenSize = { width: number; height: number; hasKeys: boolean };

// Lengths in rem. They follow the styles (components/*.module.css and theme.css), which test/web/fit.test.ts holds them to: rather
// too high than too low.
const LABEL_LINE = 1.7;
const LABEL_GAP = 0.5;
const LABEL_LETTER = 0.62;
const OPTION_WIDTH = 14.5;
const OPTION_GAP = 0.625;
/** The sign and the space around an option's text. */
const OPTION_AROUND = 6;
const OPTION_LETTER = 0.8;
const OPTION_LINE = 1.65;
const TITLE_LINES = 2;

/** The room for the questions: the width of the answers, and the height that the keyboard leaves. */
type QuestionArea = { width: number; height: number; isWide: boolean; sharesLines: boolean; areNamesBeside: boolean };

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

const questionAreaFor = (fields: readonly DoorField[], { width, height, hasKeys }: ScreenSize): QuestionArea => {
  const isWide = width >= WIDE_REM;
  return {
    isWide,
    sharesLines: isWide && fields.every(isTyped),
    areNamesBeside: width >= NARROW_REM,
    width: isWide ? (width - 9) / 2 : width - 2 * between(1.25, width * 0.04, 3),
    height: height * (fields.some(isTyped) ? 1 - keyboardShareOf(isWide, hasKeys) : 1),
  };
};

const linesOf = (texts: readonly string[], width: number, letter: number): number =>
  Math.max(1, ...texts.map((text) => Math.ceil((text.length * letter) / width)));

const labelHeight = ({ label }: DoorField, width: number): number =>
  LABEL_GAP + LABEL_LINE * linesOf(Object.values(label), width, LABEL_LETTER);

const buttonsHeight = (field: DoorField, { width, height }: QuestionArea): number => {
  const count = Math.max(1, ...Object.values(field.options).map((options) => options.length));
  const columns = between(1, Math.floor((width + OPTION_GAP) / (OPTION_WIDTH + OPTION_GAP)), count);
  const lines = linesOf(Object.values(field.options).flat(), width / columns - OPTION_AROUND, OPTION_LETTER);
  const text = lines * OPTION_LINE + 2 * between(0.25, height * 0.016, 0.75);
  return Math.ceil(count / columns) * (Math.max(text, between(3.5, height * 0.09, 4.5)) + OPTION_GAP);
};

/** On a wide screen short fields share a line, on others only names; never beside buttons. */
const sharesLine = (a: DoorField | undefined, b: DoorField, { sharesLines, areNamesBeside }: QuestionArea): boolean =>
  sharesLines || (areNamesBeside && a?.field_name === "first_name" && b.field_name === "last_name");

const rowsOf = (fields: readonly DoorField[], area: QuestionArea): DoorField[][] =>
  fields.reduce<DoorField[][]>((rows, field) => {
    const row = rows.at(-1);
    return row?.length === 1 && sharesLine(row[0], field, area)
      ? [...rows.slice(0, -1), [...row, field]]
      : [...rows, [field]];
  }, []);

const rowHeight = (row: readonly DoorField[], area: QuestionArea): number => {
  const label = Math.max(...row.map((field) => labelHeight(field, area.width / row.length)));
  const [field] = row;
  const answer =
    field === undefined || isTyped(field) ? between(3.5, area.height * 0.14, 4.5) : buttonsHeight(field, area);
  return label + answer + between(0.625, area.height * 0.032, 1.625);
};

/** Title, button, and what is around them. */
const around = ({ isWide, height, width }: QuestionArea): number => {
  const low = Math.min(height, 45);
  return isWide ? 8 + 0.21 * low : 6 + 0.3 * low + TITLE_LINES * between(1.75, width * 0.055, 2.75) * 1.14;
};

/** Whether a screen has room for these questions below each other, beside the keyboard where they are typed. */
export const haveRoom = (fields: readonly DoorField[], screen: ScreenSize): boolean => {
  const area = questionAreaFor(fields, screen);
  const heights = rowsOf(fields, area).map((row) => rowHeight(row, area));
  return heights.reduce((sum, height) => sum + height, around(area)) <= area.height;
};
