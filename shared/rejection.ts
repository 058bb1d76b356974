/** The most characters in the reason of a rejection: a sentence. */
export const REJECTION_REASON_MAX = 200;
