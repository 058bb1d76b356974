import { createContext, use } from "react";

import type { Door } from "../shared/visit/door.ts";
import type { Device, State } from "./device/device.ts";

/** What every screen of a paired kiosk knows. */
export type Place = {
  device: Device;
  state: State;
  door: Door;
  /** The visitor's language: a code of the location's. */
  language: string;
  speak: (language: string) => void;
  /** How many short fields a screen has room for. */
  room: number;
  /** The kiosk shows a keyboard of its own. */
  hasKeys: boolean;
};

/** Provided by kiosk.tsx. */
export const PlaceContext = createContext<Place | undefined>(undefined);

/** What this screen knows of the kiosk. Errors: outside a paired kiosk. */
export const usePlace = (): Place => {
  const place = use(PlaceContext);
  if (place === undefined) throw new Error("usePlace outside a paired kiosk");
  return place;
};
