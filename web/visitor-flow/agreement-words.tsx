import { parseBlocks } from "./agreement-blocks.ts";

type AgreementWordsProps = { text: string; classNames: Readonly<Record<string, string>> };

/** The text of an agreement: headings, paragraphs, points. @param classNames a name for each kind of part, and `number` */
export const AgreementWords = ({ text, classNames }: AgreementWordsProps) =>
  parseBlocks(text).map(({ kind, number, text: words }, n) =>
    kind === "heading" ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <h3 key={n}>{words}</h3>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the same
      <p key={n} className={classNames[kind]}>
        {kind === "point" && <span className={classNames["number"]}>{number ?? "•"}</span>}
        {words}
      </p>
    ),
  );
