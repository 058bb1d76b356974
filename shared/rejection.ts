/** How long a reason for a rejection may be, in characters: a sentence. */
export const REJECTION_REASON_MAX = 200;
