import { idleMs } from "../health/health.ts";
import { shownScreen } from "../lib/shown-screen.ts";
import { isReloadDue } from "./quiet-reload.ts";

const UPDATE_EVERY_MS = 30 * 60_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Lets the kiosk work without network: the worker keeps the page and its files. A new version is taken over between two
 * visitors, never under one, and while no visitor is there (quiet-reload.ts).
 */
export const registerServiceWorker = (): void => {
  const { serviceWorker } = navigator as Partial<Navigator>;
  // Browsers give no worker to a page that came over plain http (but from this machine itself).
  if (serviceWorker === undefined) return;
  const known = { isFirst: serviceWorker.controller === null, isNew: false };
  serviceWorker.addEventListener("controllerchange", () => {
    known.isNew = !known.isFirst;
    known.isFirst = false;
  });
  window.addEventListener("foyer-idle", () => {
    if (known.isNew) location.reload();
  });
  setInterval(() => {
    const moment = { isNew: known.isNew, isOnStart: shownScreen() === "start", idleMs: idleMs() };
    // Without its worker, a kiosk that has no network would not come back.
    if (serviceWorker.controller === null) return;
    if (isReloadDue({ ...moment, ageMs: performance.now(), hour: new Date().getHours() })) location.reload();
  }, LOOK_EVERY_MS);
  const begin = async (): Promise<void> => {
    const registration = await serviceWorker.register("/kiosk/sw.js", { scope: "/kiosk/" });
    setInterval(() => void registration.update().catch(() => undefined), UPDATE_EVERY_MS);
  };
  // Without it the kiosk works for as long as there is network.
  void begin().catch(() => undefined);
};
