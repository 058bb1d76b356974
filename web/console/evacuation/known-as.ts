const told = new Map<string, string>();

/** What the service calls an evacuation that began here, once it was told of it. @returns the id itself until then */
export const knownAs = (id: string): string => told.get(id) ?? id;

/** Remembers what the service calls an evacuation that began here. */
export const rememberAs = (local: string, id: string): void => void told.set(local, id);
