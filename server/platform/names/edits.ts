/**
 * The edits from one word to another: a letter more, less, other, or two that changed places (optimal string alignment).
 * @param most it stops looking above this
 * @returns the number of edits, or `most + 1`
 */
export const editsBetween = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (numbers: readonly number[], place: number): number => numbers[place] ?? most + 1;
      const other = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchange = swapped ? at(before, j - 2) + 1 : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + other, exchange));
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return Math.min(last[b.length] ?? most + 1, most + 1);
};
