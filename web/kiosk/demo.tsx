import { type ReactNode, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import type { i18n } from "i18next";

import { startDevice } from "./device/device.ts";
import { Kiosk } from "./kiosk.tsx";
import { createStore } from "../shared/store.ts";
import { Bench } from "./demo/bench.tsx";
import { openingOf, phaseOf } from "./demo/demo-screens.ts";
import { readSettings } from "./demo/demo-settings.ts";
import { demoSource, locationAs } from "./demo/demo-source.ts";
import { type LocationReader, previewReader, sampleReader } from "./demo/location-reader.ts";

const PREVIEW = "/kiosk/preview";

/** The kiosk in the frame: all of it is the kiosk's own but for what answers. */
const framedKiosk = async (reader: LocationReader): Promise<ReactNode> => {
  const settings = readSettings(globalThis.location.search);
  const { answer } = await reader.read();
  if (answer === undefined) return null;
  document.documentElement.style.fontSize = settings.text === "200" ? "200%" : "";
  const shown = locationAs(answer, settings);
  const device = await startDevice(demoSource(shown, settings, reader));
  const phase = phaseOf(settings);
  const state = phase === undefined ? device.state : createStore({ ...device.state.get(), ...phase });
  return <Kiosk device={{ ...device, state }} opening={openingOf(shown, settings)} />;
};

/**
 * Shows the demo in a page: what is switched, and the kiosk in a frame; in the frame the kiosk alone.
 * @param texts of the kiosk and the demo, in all languages
 */
export const startDemo = async (root: HTMLElement, texts: i18n): Promise<void> => {
  const isPreview = globalThis.location.pathname.startsWith(PREVIEW);
  const query = new URLSearchParams(globalThis.location.search);
  const reader = isPreview ? previewReader(query.get("location") ?? "") : sampleReader(texts);
  const shown = query.has("screen") ? await framedKiosk(reader) : <Bench reader={reader} isPreview={isPreview} />;
  createRoot(root).render(
    <StrictMode>
      <Suspense>{shown}</Suspense>
    </StrictMode>,
  );
};
