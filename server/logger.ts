import { pino, type Logger } from "pino";

/** JSON lines on standard error; standard output is for people. Bodies, queries and extra keys are never logged. */
export const makeLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: () => undefined, res: () => undefined, err: () => undefined },
    },
    pino.destination({ dest: 2, sync: false }),
  );
