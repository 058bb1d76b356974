/**
 * How many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one word into the other
 * (optimal string alignment).
 */
export const editDistance = (from: string, to: string): number => {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged, swapped));
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
};
