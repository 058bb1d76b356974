/** How many letters must be added, left out or exchanged to get from one word to the other. */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, n) => n);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

/** The word that was probably meant, as the end of a sentence; empty when none is near. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const near = known
    .map((candidate) => ({ candidate, far: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, far }) => far <= Math.max(1, Math.floor(candidate.length / 3)) || candidate.startsWith(`${word} `),
    )
    .toSorted((a, b) => a.far - b.far)[0];
  return near === undefined ? "" : ` Did you mean "${near.candidate}"?`;
};
