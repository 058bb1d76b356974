import { useCallback, useState } from "react";

import { useLiveEvent } from "./live.ts";
import type { LiveEvent } from "./live-stream.ts";

/** As long as the tint of a fresh row (components/row.module.css). */
const NEW_VISIT_MS = 4600;

/** The visits that began within the last seconds, as the stream told: their rows keep a soft tint for a moment. */
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
