const serverIds = new Map<string, string>();

/** What the service calls an evacuation that began here, once it was told of it. @returns the id itself until then */
export const serverIdOf = (id: string): string => serverIds.get(id) ?? id;

/** Remembers what the service calls an evacuation that began here. */
export const setServerId = (local: string, id: string): void => void serverIds.set(local, id);
