/** The most items in a kiosk's report of rejected syncs; the others are reported when there are fewer. */
export const REPORTED_SYNCS_MAX = 500;
/** The most characters in a text of an item. */
export const REPORTED_TEXT_MAX = 400;
