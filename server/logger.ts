import { type DestinationStream, pino, type Logger } from "pino";

/**
 * JSON lines on standard error; standard output is for people. Bodies, queries and extra keys are never logged, nor are messages of
 * errors, which may hold them.
 * @param to where the lines go, for tests that look at them
 */
export const makeLogger = (level: string, to: DestinationStream = pino.destination({ dest: 2, sync: false })): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
    },
    to,
  );
