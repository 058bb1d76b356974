import { useCallback, useState } from "react";

import { useLiveEvent } from "./live.ts";
import type { LiveEvent } from "./live-stream.ts";

/** The duration of the tint on a new row (components/table/row.module.css). */
const NEW_VISIT_MS = 4600;

/** The visits that began within the last seconds, according to the stream: their rows are tinted for a moment. */
export const useNewVisits = (): ReadonlySet<string> => {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const onEvent = useCallback(({ eventName, visitorId }: LiveEvent): void => {
    if (eventName !== "visitor_signed_in" || typeof visitorId !== "string") return;
    setFresh((before) => new Set([...before, visitorId]));
    setTimeout(() => setFresh((before) => new Set([...before].filter((id) => id !== visitorId))), NEW_VISIT_MS);
  }, []);
  useLiveEvent(onEvent);
  return fresh;
};
