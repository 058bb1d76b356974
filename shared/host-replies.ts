/** The replies of a host to a waiting visitor; `colleague`: another host was asked instead. */
export const HOST_REPLIES = ["coming", "wait", "reception", "colleague"] as const;

export type HostReply = (typeof HOST_REPLIES)[number];

/** How long a reply is current; after that, host and visitor have met, or reception takes over. */
export const REPLY_MINUTES = 15;
