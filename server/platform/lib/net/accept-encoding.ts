/** The codings of compressed responses, best first. */
const CODINGS = ["br", "gzip"] as const;

export type Coding = (typeof CODINGS)[number];

/**
 * The codings in an `Accept-Encoding` with their weights (RFC 9110, 12.5.3); one that can't be parsed has the weight 0.
 */
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
 * The coding for a response: of those offered, the one that the client prefers; undefined if it accepts none of them,
 * or prefers the response uncompressed.
 */
export const chooseCoding = (header: string | undefined, offered: readonly Coding[] = CODINGS): Coding | undefined => {
  if (header === undefined) return undefined;
  const weights = weightsOf(header);
  const of = (coding: Coding): number => weights.get(coding) ?? weights.get("*") ?? 0;
  const [best] = offered.filter((coding) => of(coding) > 0).toSorted((a, b) => of(b) - of(a));
  return best !== undefined && of(best) >= (weights.get("identity") ?? 0) ? best : undefined;
};

/** Whether the client refuses an uncompressed response. */
export const refusesIdentity = (header: string | undefined): boolean => {
  if (header === undefined) return false;
  const weights = weightsOf(header);
  return (weights.get("identity") ?? weights.get("*")) === 0;
};
