/** From when on a backup is old, in days: one night may be missed. */
export const BACKUP_DAYS_MAX = 2;
/** What the next backup needs at least, in bytes; a large one as much as so many of the last. */
export const BACKUP_ROOM_MIN = 200_000_000;
export const BACKUP_ROOM_FACTOR = 2;
/** Certificates are renewed so many days before they end, or later. */
export const CERTIFICATE_DAYS_MIN = 14;
