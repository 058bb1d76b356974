/**
 * A number with its noun, such as "1 visit" or "1,204 visits".
 * @param plural if it is not the noun with an "s"
 */
export const countOf = (n: number, noun: string, plural: string = `${noun}s`): string =>
  `${n.toLocaleString("en")} ${n === 1 ? noun : plural}`;
