import { useCallback, useEffect, useState } from "react";

import { usePageContext } from "./page-context.ts";

/**
 * The data of a page, read with the token of its link; undefined while it is loading.
 * @param read is stable while the page is mounted
 * @returns the data, how to read it again, and how to replace it
 */
export const usePageData = <T>(
  read: (token: string) => Promise<T>,
): { found: T | undefined; readAgain: () => Promise<void>; set: (found: T) => void } => {
  const { token } = usePageContext();
  const [found, set] = useState<T>();
  useEffect(() => {
    const asked = { isOld: false };
    const begin = async (): Promise<void> => {
      const answer = await read(token);
      if (!asked.isOld) set(answer);
    };
    void begin();
    return () => {
      asked.isOld = true;
    };
  }, [read, token]);
  const readAgain = useCallback(async () => set(await read(token)), [read, token]);
  return { found, readAgain, set };
};
