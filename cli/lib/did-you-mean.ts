import { editDistance } from "../../server/platform/lib/text/edit-distance.ts";

/** The word that was probably meant, as the end of a sentence; empty if none is similar. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const near = known
    .map((candidate) => ({ candidate, far: editDistance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(
      ({ candidate, far }) => far <= Math.max(1, Math.floor(candidate.length / 3)) || candidate.startsWith(`${word} `),
    )
    .toSorted((a, b) => a.far - b.far)[0];
  return near === undefined ? "" : ` Did you mean "${near.candidate}"?`;
};
