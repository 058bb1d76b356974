import { type DestinationStream, pino, type Logger } from "pino";

/** Standard error. When it is gone (a terminal that was closed) there is nowhere left to say so, and a stop must come to its end. */
const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: false }).on("error", () => undefined);

/**
 * JSON lines on standard error; standard output is for people. Bodies, queries and extra keys are never logged, nor are messages of
 * errors, which may hold them.
 * @param to where the lines go, for tests that look at them
 */
export const makeLogger = (level: string, to: DestinationStream = standardError()): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
    },
    to,
  );
