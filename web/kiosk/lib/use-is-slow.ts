import { useEffect, useState } from "react";

/** A press without any effect for this long is repeated. */
const SILENT_MS = 700;

/** Whether a call has taken so long that the visitor needs a word. @param isBusy it is in progress */
export const useIsSlow = (isBusy: boolean): boolean => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setSlow(true), SILENT_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isBusy]);
  return isSlow;
};
