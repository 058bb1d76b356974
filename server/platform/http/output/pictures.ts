/** The beginning and the end of a picture's text. A key spelled with escapes does not count as a picture here. */
const JSON_PICTURE = { begins: /"(?:photo|signature)"\s{0,9}:\s{0,9}"/g, ends: '"' };
const FORM_PICTURE = { begins: /(?:^|&)(?:photo|signature)=/g, ends: "&" };

/**
 * The end of the text that begins at `from`; `from` itself if it is not a picture: the only escape in pictures is that
 * of a slash.
 */
const endOf = (text: string, from: number, mark: string): number => {
  const end = text.indexOf(mark, from);
  if (end === -1) return text.length;
  return text[end - 1] === "\\" ? from : end;
};

/**
 * The length of all picture texts in a body (rules 2). It is measured before the body is parsed, and the search ends
 * once the rest is longer than its limit.
 * @param isJson whether the body is JSON or a form
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
