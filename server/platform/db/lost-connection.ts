const LOST = /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/;

/** Whether the driver reports that it has lost a connection or can't make one: its own errors have no code. */
export const isLostConnection = (error: unknown): boolean => error instanceof Error && LOST.test(error.message);
