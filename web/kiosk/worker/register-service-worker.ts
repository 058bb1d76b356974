import { idleMs } from "../health/health.ts";
import { shownScreen } from "../lib/shown-screen.ts";
import { isReloadDue } from "./quiet-reload.ts";

const UPDATE_EVERY_MS = 30 * 60_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Makes the kiosk work offline: the worker caches the page and its files. A new version is activated between two
 * visitors, never during one, and while no visitor is there (quiet-reload.ts).
 */
export const registerServiceWorker = (): void => {
  const { serviceWorker } = navigator as Partial<Navigator>;
  // Browsers have no service workers for plain HTTP pages from another machine.
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
    // Without its worker, an offline kiosk would not come back.
    if (serviceWorker.controller === null) return;
    if (isReloadDue({ ...moment, ageMs: performance.now(), hour: new Date().getHours() })) location.reload();
  }, LOOK_EVERY_MS);
  const begin = async (): Promise<void> => {
    const registration = await serviceWorker.register("/kiosk/sw.js", { scope: "/kiosk/" });
    setInterval(() => void registration.update().catch(() => undefined), UPDATE_EVERY_MS);
  };
  // Without it, the kiosk works only while online.
  void begin().catch(() => undefined);
};
