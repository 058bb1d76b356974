import { type RefObject, useEffect, useRef } from "react";

import { type CameraState, useCamera } from "../shared/use-camera.ts";

const LOOK_EVERY_MS = 150;

/**
 * Reads QR codes that are held before the camera that faces the visitor: behind a tablet on a stand is the stand. The reader (a megabyte of WebAssembly) is loaded with the first use.
 * @param found is called with each new text, once for as long as it is held there
 */
export const useScanner = (
  found: (text: string) => void,
  isOn = true,
): { video: RefObject<HTMLVideoElement | null>; state: CameraState } => {
  const { video, state } = useCamera(isOn);
  const tell = useRef(found);
  useEffect(() => {
    tell.current = found;
  });
  useEffect(() => {
    if (state !== "on" || !isOn) return;
    const seen = { text: "", isOver: false };
    const look = async (): Promise<void> => {
      const { readCode } = await import("./scanner.ts");
      while (!seen.isOver) {
        const { current } = video;
        const text = current === null || current.videoWidth === 0 ? undefined : await readCode(current);
        if (text !== undefined && text !== seen.text && !seen.isOver) {
          seen.text = text;
          tell.current(text);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    };
    void look();
    return () => {
      seen.isOver = true;
    };
  }, [state, isOn, video]);
  return { video, state };
};
