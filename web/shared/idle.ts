/** A page that was opened has come to rest by then: what it can do without until the next click is asked for. */
export const IDLE_DELAY_MS = 1500;
