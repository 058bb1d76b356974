import { useMemo, useState } from "react";

import { pictureSource } from "../../shared/stored-picture.ts";

/**
 * The address of a stored picture (`data:` URL or plain Base64) and the handler of its image.
 * @returns `src` undefined if there is none, or none that this browser draws
 */
export const usePicture = (stored: string | undefined): { src: string | undefined; onError: () => void } => {
  const source = useMemo(() => pictureSource(stored), [stored]);
  const [failed, setFailed] = useState<string>();
  return { src: source === failed ? undefined : source, onError: () => setFailed(source) };
};
