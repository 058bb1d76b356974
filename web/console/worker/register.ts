/** The page comes first. */
const AFTER_MS = 4000;

/** Lets the evacuation page open without network. Browsers give no worker to pages that came over plain http from elsewhere. */
export const keepEvacuation = (): void => {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (serviceWorker === undefined) return;
  setTimeout(() => {
    // Without it the page works for as long as it is open.
    void serviceWorker.register("/sw.js").catch(() => undefined);
  }, AFTER_MS);
};
