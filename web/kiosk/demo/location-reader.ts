import type { i18n } from "i18next";

import { LANGUAGES } from "../../shared/texts.ts";
import { type CallResult, fetchFile, makeCaller } from "../../visitor-flow/call.ts";
import type { KioskEndpoints } from "../device/call.ts";
import type { DeviceSource } from "../device/device-source.ts";
import { type SampleLocation, sampleLocation } from "./sample-door.ts";

const TIMEOUT_MS = 8000;

/** Where the demo's location comes from. */
export type LocationReader = {
  read: () => Promise<CallResult<SampleLocation>>;
  readDocument: DeviceSource["readDocument"];
};

/** The made-up location: nothing is asked of the service. */
export const sampleReader = (texts: i18n): LocationReader => ({
  read: async () => ({ answer: sampleLocation(texts, Object.keys(LANGUAGES)) }),
  readDocument: async () => undefined,
});

/** A location of the user whose console is open in this browser (docs/kiosks.md). */
export const previewReader = (location: string): LocationReader => {
  const area = `/kiosk/preview/${encodeURIComponent(location)}`;
  const call = makeCaller<KioskEndpoints>(area, { timeoutMs: () => TIMEOUT_MS })(undefined);
  return {
    read: async () => {
      const [door, hosts] = await Promise.all([call("GET /door"), call("GET /hosts/all")]);
      const failure = door.failure ?? hosts.failure;
      if (failure !== undefined) return { failure };
      const { answer } = door;
      return answer?.door === undefined
        ? { failure: { status: 404 } }
        : { answer: { door: answer.door, hosts: hosts.answer?.hosts ?? [] } };
    },
    readDocument: async ({ agreement, language }) => {
      const query = new URLSearchParams({ language_id: language });
      const response = await fetchFile(`${area}/api/agreements/${agreement._id}/pdf?${query.toString()}`, "");
      return response?.blob();
    },
  };
};
