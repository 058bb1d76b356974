import { createContext, use } from "react";

import type { Door } from "../../visitor-flow/door.ts";
import type { Device, DeviceState } from "../device/device.ts";
import type { Aids } from "./aids.ts";

/** What every screen of a paired kiosk knows. */
export type KioskContextValue = {
  device: Device;
  state: DeviceState;
  door: Door;
  /** The visitor's language: a code of the location's. */
  language: string;
  speak: (language: string) => void;
  /** How many short fields a screen has room for. */
  room: number;
  /** The kiosk shows a keyboard of its own. */
  hasKeys: boolean;
  /** What this visitor has switched on for themselves. */
  aids: Aids;
  setAids: (aids: Aids) => void;
  readScreen: () => void;
};

/** Provided by kiosk.tsx. */
export const KioskContext = createContext<KioskContextValue | undefined>(undefined);

/** What this screen knows of the kiosk. Errors: outside a paired kiosk. */
export const useKioskContext = (): KioskContextValue => {
  const place = use(KioskContext);
  if (place === undefined) throw new Error("usePlace outside a paired kiosk");
  return place;
};
