/** What a host can reply to the visitor who waits for them; `colleague`: another host was asked instead. */
export const HOST_REPLIES = ["coming", "wait", "reception", "colleague"] as const;

export type HostReply = (typeof HOST_REPLIES)[number];

/** For so long a reply says how things are; by then host and visitor have met, or reception sees to it. */
export const REPLY_MINUTES = 15;
