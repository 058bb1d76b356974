import { createContext, use } from "react";

import type { Door } from "../../visitor-flow/door.ts";
import type { Device, DeviceState } from "../device/device.ts";
import type { Aids } from "./aids.ts";

/** The context of every screen of a paired kiosk. */
export type KioskContextValue = {
  device: Device;
  state: DeviceState;
  door: Door;
  /** The visitor's language: a code of the location's. */
  language: string;
  speak: (language: string) => void;
  /** How many short fields fit on a screen. */
  fieldsPerScreen: number;
  /** The kiosk shows a keyboard of its own. */
  hasKeys: boolean;
  /** The aids that this visitor has turned on. */
  aids: Aids;
  setAids: (aids: Aids) => void;
  readScreen: () => void;
};

/** Provided by kiosk.tsx. */
export const KioskContext = createContext<KioskContextValue | undefined>(undefined);

/** The context of this screen. Errors: outside a paired kiosk. */
export const useKioskContext = (): KioskContextValue => {
  const value = use(KioskContext);
  if (value === undefined) throw new Error("useKioskContext outside a paired kiosk");
  return value;
};
