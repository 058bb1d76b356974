/** For each location, the event up to which everything that was read of it is true; the stream tells what comes later. */
const positions = new Map<string, number>();

/** The position of a location; undefined before the service has named one. */
export const positionOf = (location: string): number | undefined => positions.get(location);

/** Moves a position on: everything up to this event was heard. */
export const movePosition = (location: string, seq: number): void => void positions.set(location, seq);

/** Forgets a position that is not one of the service's log any more; the next answer about the location names another. */
export const forgetPosition = (location: string): void => void positions.delete(location);

/**
 * Keeps the position that an answer about a location names. The first one counts: a location is read before its lists, and from then on
 * the stream moves it.
 */
export const keepPosition = ({ headers, url }: Response): void => {
  const seq = headers.get("last-event-id");
  const [, location] = /\/companies\/(\w+)$/.exec(new URL(url).pathname) ?? [];
  if (seq !== null && location !== undefined && !positions.has(location)) movePosition(location, Number(seq));
};
