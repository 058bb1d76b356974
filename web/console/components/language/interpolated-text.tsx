import { Fragment, type ReactNode } from "react";

const FIRST = 0xe000;

/** Stands in a text of a catalogue where a part of it will be put in: `t("signedOut", { name: place(0) })`. */
export const slot = (index: number): string => String.fromCharCode(FIRST + index);

/**
 * A text with elements inserted, such as a name in bold: sentences remain whole in every language, and no name is
 * parsed as markup.
 */
export const InterpolatedText = ({ text, parts }: { text: string; parts: readonly ReactNode[] }) =>
  text.split(/([\uE000-\uE00F])/).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other name
    <Fragment key={index}>{/^[\uE000-\uE00F]$/.test(piece) ? parts[piece.charCodeAt(0) - FIRST] : piece}</Fragment>
  ));
