/** For each location, the event up to which all data read is current; the stream reports later ones. */
const positions = new Map<string, number>();

/** The position of a location; undefined before the first response with one. */
export const positionOf = (location: string): number | undefined => positions.get(location);

/** Advances a position: everything up to this event was received. */
export const movePosition = (location: string, seq: number): void => void positions.set(location, seq);

/** Deletes a position that is not in the service's log any more; the next response about the location has another. */
export const forgetPosition = (location: string): void => void positions.delete(location);

/**
 * Stores the position in a response about the location. The first one counts: a location is read before its lists, and
 * from then on the stream advances it.
 */
export const keepPosition = ({ headers, url }: Response): void => {
  const seq = headers.get("last-event-id");
  const [, location] = /\/companies\/(\w+)$/.exec(new URL(url).pathname) ?? [];
  if (seq !== null && location !== undefined && !positions.has(location)) movePosition(location, Number(seq));
};
