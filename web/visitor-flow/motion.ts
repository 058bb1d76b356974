const [WIDTH, HEIGHT] = [32, 24];
/** How far the mean of all parts moves from one look to the next when a hand comes near, 0 to 255. */
const MOVED_MIN = 2.5;
/** How long after the last movement a picture is worth reading. */
const LIVELY_MS = 3000;

const differenceOf = (a: Uint8ClampedArray, b: Uint8ClampedArray): number =>
  a.reduce((sum, part, n) => sum + Math.abs(part - (b[n] ?? 0)), 0) / a.length;

/** Whether a camera's picture has changed recently: an empty hall need not be searched for codes. */
export const watchMotion = (): ((video: HTMLVideoElement) => boolean) => {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  let before = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  let movedAt = -Infinity;
  return (video) => {
    if (pen === null) return true;
    pen.drawImage(video, 0, 0, WIDTH, HEIGHT);
    const { data } = pen.getImageData(0, 0, WIDTH, HEIGHT);
    if (differenceOf(data, before) > MOVED_MIN) movedAt = performance.now();
    before = data;
    return performance.now() - movedAt < LIVELY_MS;
  };
};
