import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

import { useCan } from "../../data/session/session.ts";

/** The page comes first. */
const AFTER_MS = 4000;

/**
 * Earlier versions registered one worker at the root. Pages that it controls may lose what they send while they are
 * left.
 */
const unregisterRootWorker = async (workers: ServiceWorkerContainer): Promise<void> => {
  const root = new URL("/", globalThis.location.origin).href;
  const found = await workers.getRegistration(root);
  if (found?.scope === root) await found.unregister();
};

/** Caches the files for a reload. Browsers have no service workers for plain HTTP from another machine. */
const registerWorker = async (location: string): Promise<void> => {
  const { serviceWorker: workers } = navigator as Partial<Navigator>;
  if (workers === undefined) return;
  await unregisterRootWorker(workers);
  const registration = await workers.register("/sw.js", { scope: `/at/${location}/evacuation` });
  // The browser checks for a new version on its own only when the evacuation page is opened.
  if (registration.active !== null) await registration.update();
};

/**
 * Makes the evacuation page of a location available offline, once one of its pages is idle: its data is then in this
 * page's memory, and stored for a new one.
 */
export const useOfflineEvacuation = (location: string): void => {
  const router = useRouter();
  const canMarkSafe = useCan("visits.mark_safe");
  useEffect(() => {
    if (!canMarkSafe) return undefined;
    const prepare = async (): Promise<void> => {
      await router.preloadRoute({ to: "/at/$location/evacuation", params: { location } });
      await registerWorker(location);
    };
    // Without it, the page works for as long as it is open.
    const timer = setTimeout(() => void prepare().catch(() => undefined), AFTER_MS);
    return () => clearTimeout(timer);
  }, [router, canMarkSafe, location]);
};
