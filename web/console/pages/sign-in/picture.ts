/** Enough for a badge and a face; a tenth of the service's limit. */
const SIDE_MAX = 720;
const QUALITY = 0.86;

/** Draws an image of a camera or a file as a JPEG, as a `data:` URL. Errors: if the browser can't draw it. */
const drawn = (source: CanvasImageSource, width: number, height: number): string => {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", QUALITY);
};

/** The camera's current image. */
export const snap = (video: HTMLVideoElement): string => drawn(video, video.videoWidth, video.videoHeight);

/** A picture file, downscaled; undefined if it is not a picture. */
export const readPicture = async (file: File): Promise<string | undefined> => {
  try {
    const bitmap = await createImageBitmap(file);
    const picture = drawn(bitmap, bitmap.width, bitmap.height);
    bitmap.close();
    return picture;
  } catch {
    return undefined;
  }
};
