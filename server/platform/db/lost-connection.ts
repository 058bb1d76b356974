const LOST = /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable/;

/** Whether the driver says that it has lost a connection or can't make one: these errors of its own carry no code. */
export const isLostConnection = (error: unknown): boolean => error instanceof Error && LOST.test(error.message);
