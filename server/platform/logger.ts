import { type DestinationStream, pino, type Logger } from "pino";

/**
 * Standard error. If it is gone (a closed terminal), errors can't be reported anywhere, and a stop must still complete.
 */
const standardError = (): DestinationStream => pino.destination({ dest: 2, sync: false }).on("error", () => undefined);

/**
 * JSON lines on standard error; standard output is for people. Bodies, queries and extra keys are never logged, nor are
 * error messages, which may contain them.
 * @param to where the lines are written, for tests that read them
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
