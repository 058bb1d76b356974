import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
// The reader is served by us, like everything else: by itself the package would ask a public network for it.
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

prepareZXingModule({ overrides: { locateFile: () => wasm } });

const detector = new BarcodeDetector({ formats: ["qr_code"] });

/** The text of the first QR code in a picture; undefined when it shows none. */
export const readCode = async (picture: HTMLVideoElement | ImageBitmap): Promise<string | undefined> => {
  const [found] = await detector.detect(picture);
  return found?.rawValue;
};
