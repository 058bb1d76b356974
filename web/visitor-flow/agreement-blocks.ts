/** A part of a text: a paragraph, a point with its number, a heading. */
export type TextBlock = { kind: "paragraph" | "point" | "heading"; number?: string; text: string };

const POINT = /^\s*(\d{1,3})[.)]\s(.*)$/s;
const BULLET = /^\s*[-*•]\s(.*)$/s;
const HEADING = /^\s*#{1,3}\s(.*)$/s;

const parseBlock = (line: string): TextBlock => {
  const [, number, point] = POINT.exec(line) ?? [];
  if (number !== undefined && point !== undefined) return { kind: "point", number, text: point.trimStart() };
  const [, bullet] = BULLET.exec(line) ?? [];
  if (bullet !== undefined) return { kind: "point", text: bullet.trimStart() };
  const [, heading] = HEADING.exec(line) ?? [];
  return heading === undefined
    ? { kind: "paragraph", text: line.trim() }
    : { kind: "heading", text: heading.trimStart() };
};

/** Parses a plain text: each line is a block; `1.` makes a numbered item, `-` an item, `#` a heading. */
export const parseBlocks = (text: string): TextBlock[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map(parseBlock);
