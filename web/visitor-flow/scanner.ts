import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
// We serve the reader ourselves: by default the package would load it from a public network.
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

prepareZXingModule({ overrides: { locateFile: () => wasm } });

const detector = new BarcodeDetector({ formats: ["qr_code"] });

/** The text of the first QR code in a picture; undefined when it shows none. */
export const readCode = async (picture: HTMLVideoElement | ImageBitmap): Promise<string | undefined> => {
  const [found] = await detector.detect(picture);
  return found?.rawValue;
};
