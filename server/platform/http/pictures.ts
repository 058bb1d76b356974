/** Where the text of a picture begins, and what ends it. A key that is spelt with escapes is not a picture here. */
const JSON_PICTURE = { begins: /"(?:photo|signature)"\s{0,9}:\s{0,9}"/g, ends: '"' };
const FORM_PICTURE = { begins: /(?:^|&)(?:photo|signature)=/g, ends: "&" };

/** Where the text that begins at `from` ends; `from` itself where it is not a picture: their one escape is that of a slash. */
const endOf = (text: string, from: number, mark: string): number => {
  const end = text.indexOf(mark, from);
  if (end === -1) return text.length;
  return text[end - 1] === "\\" ? from : end;
};

/**
 * How long the texts of a body's pictures are together (rules 2). It is counted before the body is parsed, for no more than it
 * costs to find where the pictures end: the search is given up when the rest is longer than its limit.
 * @param isJson how the body is read, or else as a form
 */
export const picturesLength = (text: string, isJson: boolean, limit: number): number => {
  const { begins, ends } = isJson ? JSON_PICTURE : FORM_PICTURE;
  begins.lastIndex = 0;
  let length = 0;
  for (let found = begins.exec(text); found !== null; found = begins.exec(text)) {
    if (found.index - length > limit) break;
    const end = endOf(text, begins.lastIndex, ends);
    length += end - begins.lastIndex;
    begins.lastIndex = end;
  }
  return length;
};
