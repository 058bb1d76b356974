const load = (file: Blob): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    const url = URL.createObjectURL(file);
    image.addEventListener("load", () => {
      URL.revokeObjectURL(url);
      resolve(image);
    });
    image.addEventListener("error", () => {
      URL.revokeObjectURL(url);
      reject(new Error("not a picture"));
    });
    image.src = url;
  });

/**
 * A picture in the size in which the service stores it, as a `data:` URL.
 * @param side the most pixels of its longer side @param type PNG keeps transparency, JPEG is smaller. Errors: the file
 * is not a picture.
 */
export const downscaleImage = async (file: Blob, side: number, type: "image/png" | "image/jpeg"): Promise<string> => {
  const image = await load(file);
  // A drawing without a size of its own, like some SVG files, is drawn in the largest size.
  const [width, height] = [image.naturalWidth || side, image.naturalHeight || side];
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(type, 0.82);
};
