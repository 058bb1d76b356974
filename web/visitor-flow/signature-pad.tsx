import Pad from "signature_pad";
import { type Ref, useEffect, useImperativeHandle, useRef } from "react";

/** The actions of the buttons beside a pad. */
export type PadHandle = { clear: () => void };

const PAPER = "rgb(255, 255, 255)";
/** A finer drawing than the screen's is useless, but would be sent and stored. */
const SCALE_MAX = 2;

const fit = (canvas: HTMLCanvasElement, pad: Pad): void => {
  const scale = Math.min(SCALE_MAX, Math.max(1, window.devicePixelRatio));
  const [width, height] = [canvas.offsetWidth * scale, canvas.offsetHeight * scale];
  if (canvas.width === width && canvas.height === height) return;
  const strokes = pad.toData();
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d")?.scale(scale, scale);
  pad.clear();
  pad.fromData(strokes);
};

/**
 * A pad for a finger: in the text colour of `className`, in the size of its container.
 * @param drawing the previous drawing, as a data: URL
 * @param onDraw is called with the drawing after each stroke; undefined when it was cleared
 */
export const SignaturePad = ({
  label,
  drawing,
  onDraw,
  className,
  ref,
}: {
  label: string;
  drawing: string | undefined;
  onDraw: (drawing: string | undefined) => void;
  className?: string | undefined;
  ref?: Ref<PadHandle>;
}) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(null);
  const tell = useRef(onDraw);
  const before = useRef(drawing);
  useEffect(() => {
    tell.current = onDraw;
  });
  useEffect(() => {
    const { current } = canvas;
    if (current === null) return;
    const made = new Pad(current, {
      penColor: getComputedStyle(current).color,
      backgroundColor: PAPER,
      minWidth: 1.6,
      maxWidth: 3.6,
    });
    pad.current = made;
    const observer = new ResizeObserver(() => fit(current, made));
    fit(current, made);
    observer.observe(current);
    if (before.current !== undefined)
      void made.fromDataURL(before.current, { width: current.offsetWidth, height: current.offsetHeight });
    made.addEventListener("endStroke", () => tell.current(made.toDataURL("image/png")));
    return () => {
      observer.disconnect();
      made.off();
    };
  }, []);
  useImperativeHandle(ref, () => ({
    clear: () => {
      pad.current?.clear();
      tell.current(undefined);
    },
  }));
  return <canvas ref={canvas} className={className} role="img" aria-label={label} />;
};
