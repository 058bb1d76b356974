/** A photo's longer side: enough for a face on a badge. */
const SIDE_MAX = 640;
const QUALITY = 0.85;

/** The size of a picture whose longer side is at most 640 pixels; never larger than it is. */
export const sizeWithin = (width: number, height: number, max = SIDE_MAX): { width: number; height: number } => {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
};

const drawToJpeg = (source: CanvasImageSource, width: number, height: number): string => {
  const size = sizeWithin(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = size.width;
  canvas.height = size.height;
  canvas.getContext("2d")?.drawImage(source, 0, 0, size.width, size.height);
  return canvas.toDataURL("image/jpeg", QUALITY);
};

/** The camera's current image, as a JPEG of at most 640 pixels in a data: URL. */
export const captureFrame = (video: HTMLVideoElement): string => drawToJpeg(video, video.videoWidth, video.videoHeight);

/**
 * A picture file, downscaled to a JPEG of at most 640 pixels in a data: URL; its orientation is applied, and its
 * location data does not leave the device. Errors: DOMException for a file that is not a picture.
 */
export const readPicture = async (file: Blob): Promise<string> => {
  const bitmap = await createImageBitmap(file);
  const picture = drawToJpeg(bitmap, bitmap.width, bitmap.height);
  bitmap.close();
  return picture;
};
