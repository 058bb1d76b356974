import type { KioskEndpoints } from "../device/call.ts";
import { labelOf } from "../done/label.ts";
import { shownScreen } from "../lib/shown-screen.ts";

type Heartbeat = KioskEndpoints["POST /heartbeat"]["body"];
/** A kiosk's report about itself. */
export type HealthReport = NonNullable<Heartbeat["health"]>;

/** Only Chromium reports the battery. */
type BatteryManager = { level: number; charging: boolean };
type NavigatorWithBattery = Navigator & { getBattery?: () => Promise<BatteryManager> };

const MB = 1_000_000;
const TOUCHES = ["pointerdown", "keydown"] as const;

let touchedMs = Date.now();
const noteTouch = (): void => {
  touchedMs = Date.now();
};
for (const touch of TOUCHES) window.addEventListener(touch, noteTouch, { capture: true, passive: true });

/** How long the kiosk has not been touched, in milliseconds. */
export const idleMs = (): number => Math.max(0, Date.now() - touchedMs);

const readBattery = async (): Promise<Pick<HealthReport, "battery" | "charging">> => {
  const battery = await (navigator as NavigatorWithBattery).getBattery?.();
  // A screen without a battery reports that it is full and charging.
  return battery === undefined ? {} : { battery: Math.round(battery.level * 100), charging: battery.charging };
};

const readStorage = async (): Promise<Pick<HealthReport, "storage_mb">> => {
  const { quota, usage } = (await (navigator as Partial<Navigator>).storage?.estimate()) ?? {};
  return quota === undefined || usage === undefined
    ? {}
    : { storage_mb: Math.max(0, Math.round((quota - usage) / MB)) };
};

const readCamera = async (): Promise<Pick<HealthReport, "camera">> => {
  const { mediaDevices, permissions } = navigator as Partial<Navigator>;
  const devices = (await mediaDevices?.enumerateDevices()) ?? [];
  if (!devices.some(({ kind }) => kind === "videoinput")) return { camera: "absent" };
  const { state } = (await permissions?.query({ name: "camera" })) ?? {};
  return { camera: state === "denied" ? "blocked" : "ready" };
};

/** Values that a browser does not have, or refuses, are left out. */
const known = async <T extends object>(read: () => Promise<T>): Promise<Partial<T>> => read().catch(() => ({}));

/** What can be told of this device now. */
export const readHealth = async (): Promise<HealthReport> => {
  const [battery, storage, camera] = await Promise.all([known(readBattery), known(readStorage), known(readCamera)]);
  return {
    sent_at: new Date().toISOString(),
    idle_seconds: Math.round(idleMs() / 1000),
    printer: labelOf(),
    screen: shownScreen(),
    ...battery,
    ...storage,
    ...camera,
  };
};
