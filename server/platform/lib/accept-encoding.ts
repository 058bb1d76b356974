/** The codings answers are packed with, the better first. */
const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number];

/** The codings of an `Accept-Encoding` with their weights (RFC 9110, 12.5.3); one that cannot be read weighs nothing. */
const weightsOf = (header: string): Map<string, number> => {
  const weights = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
    const q = weight === undefined ? 1 : Number(weight);
    if (name !== "") weights.set(name.replace(/^x-/, ""), q >= 0 && q <= 1 ? q : 0);
  }
  return weights;
};

/**
 * The coding an answer is packed with: of those offered the one the client prefers; undefined where it takes none of them, or
 * would rather have the answer as it is.
 */
export const chooseCoding = (header: string | undefined, offered: readonly Coding[] = CODINGS): Coding | undefined => {
  if (header === undefined) return undefined;
  const weights = weightsOf(header);
  const of = (coding: Coding): number => weights.get(coding) ?? weights.get("*") ?? 0;
  const [best] = offered.filter((coding) => of(coding) > 0).toSorted((a, b) => of(b) - of(a));
  return best !== undefined && of(best) >= (weights.get("identity") ?? 0) ? best : undefined;
};

/** Whether the client refuses an answer that is not packed. */
export const refusesIdentity = (header: string | undefined): boolean => {
  if (header === undefined) return false;
  const weights = weightsOf(header);
  return (weights.get("identity") ?? weights.get("*")) === 0;
};
