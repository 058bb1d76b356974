/** The age in days from which a backup is old: one night may be missed. */
export const BACKUP_DAYS_MAX = 2;
/** The least space for the next backup, in bytes; for a large one, this many times the size of the last. */
export const BACKUP_ROOM_MIN = 200_000_000;
export const BACKUP_ROOM_FACTOR = 2;
/** The number of days before its end by which a certificate should have been renewed. */
export const CERTIFICATE_DAYS_MIN = 14;
