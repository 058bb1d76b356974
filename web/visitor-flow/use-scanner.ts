import { type RefObject, useEffect, useRef } from "react";

import { type CameraState, useCamera } from "../shared/use-camera.ts";
import { watchMotion } from "./motion.ts";

/** How often a picture is searched: while a visitor is asked for a code, and while the kiosk waits for one. */
const LOOK_EVERY_MS = { asked: 150, waiting: 500 };
/** A code that was gone for this long counts as new. */
const GONE_MS = 2000;

/**
 * Reports a text once while it is held there. @param timesHeld how often in a row it must be seen: a badge that passes
 * by does not count
 */
const makeTeller = (tell: (text: string) => void, timesHeld: number) => {
  const seen = { text: "", inRow: 0, atMs: 0, isTold: false };
  return (text: string | undefined): void => {
    const nowMs = performance.now();
    if (text === undefined) {
      seen.inRow = 0;
      return;
    }
    const isNew = text !== seen.text || nowMs - seen.atMs > GONE_MS;
    Object.assign(seen, { text, atMs: nowMs }, isNew ? { inRow: 1, isTold: false } : { inRow: seen.inRow + 1 });
    if (seen.isTold || seen.inRow < timesHeld) return;
    seen.isTold = true;
    tell(text);
  };
};

/**
 * Reads QR codes before the front camera, since the back of a tablet faces its stand. The reader (a megabyte of
 * WebAssembly) is loaded when first used.
 * @param found is called with each new text, once while it is held there
 * @param options `waits`: no visitor was asked for a code; codes are searched less often, while the picture changes,
 * and must be held for a moment
 */
export const useScanner = (
  found: (text: string) => void,
  { isOn = true, waits = false }: { isOn?: boolean; waits?: boolean } = {},
): { video: RefObject<HTMLVideoElement | null>; state: CameraState } => {
  const { video, state } = useCamera(isOn);
  const tell = useRef(found);
  useEffect(() => {
    tell.current = found;
  });
  useEffect(() => {
    if (state !== "on" || !isOn) return;
    const looking = { isOver: false };
    const isLively = waits ? watchMotion() : () => true;
    const teller = makeTeller((text) => tell.current(text), waits ? 2 : 1);
    const look = async (): Promise<void> => {
      const { readCode } = await import("./scanner.ts");
      while (!looking.isOver) {
        const { current } = video;
        const isSeen = current !== null && current.videoWidth > 0 && isLively(current);
        // A still picture is not searched, and does not tell whether the code is still there.
        if (isSeen) {
          const text = await readCode(current);
          if (!looking.isOver) teller(text);
        }
        await new Promise((resolve) => setTimeout(resolve, waits ? LOOK_EVERY_MS.waiting : LOOK_EVERY_MS.asked));
      }
    };
    void look();
    return () => {
      looking.isOver = true;
    };
  }, [state, isOn, waits, video]);
  return { video, state };
};
