import { type RefObject, useEffect, useRef, useState } from "react";

/** `absent`: there is none, or no permission. */
export type CameraState = "starting" | "on" | "absent";

/**
 * Shows the front camera in a `<video>` while the component is mounted and `isOn` is true; it is released afterwards.
 */
export const useCamera = (isOn = true): { video: RefObject<HTMLVideoElement | null>; state: CameraState } => {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("starting");
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    const begin = async (): Promise<void> => {
      const stream = await openCamera();
      const { current } = video;
      if (stream === undefined || current === null || ended.signal.aborted) {
        release(stream);
        if (!ended.signal.aborted) setState("absent");
        return;
      }
      ended.signal.addEventListener("abort", () => release(stream));
      current.srcObject = stream;
      // Interrupted when the screen is left: the picture is no longer shown.
      await current.play().catch(() => undefined);
      if (!ended.signal.aborted) setState("on");
    };
    void begin();
    return () => ended.abort();
  }, [isOn]);
  return { video, state };
};

const release = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** Undefined without a camera, permission, or secure connection (browsers then hide it). */
const openCamera = async (): Promise<MediaStream | undefined> => {
  const { mediaDevices } = navigator as Partial<Navigator>;
  try {
    return await mediaDevices?.getUserMedia({ video: { facingMode: "user", width: { ideal: 1280 } } });
  } catch {
    return undefined;
  }
};
