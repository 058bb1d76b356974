import "../shared/theme/fonts.css";
import "../shared/theme/tokens.css";
import "../shared/theme/base.css";
import "../shared/theme/contrast.css";
import "./theme.css";

import { startTransition, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";

import { IDLE_DELAY_MS } from "../shared/idle.ts";
import { nextTask } from "../shared/next-task.ts";
import { LANGUAGES, languageOf, startTexts } from "../shared/texts.ts";
import { startDevice } from "./device/device.ts";
import { ownSource } from "./device/device-source.ts";
import { labelOf } from "./done/label.ts";
import { readHealth } from "./health/health.ts";
import { Kiosk } from "./kiosk.tsx";
import { StorageForbiddenScreen } from "./pairing/pairing.tsx";
import { ignoreDoubleTaps } from "./lib/ignore-double-taps.ts";
import { registerServiceWorker } from "./worker/register-service-worker.ts";

const catalogues = import.meta.glob("../../texts/*/{kiosk,visitor-flow,demo}.json");

/** There is no one at a kiosk to press "reload". */
const RECOVER_MS = 5000;
/** How long a message can be read before it is drawn again. */
const FORBIDDEN_MS = 60_000;

/** The kiosk without pairing, and the preview of a location in the console. */
const DEMO = /^\/kiosk\/(demo|preview)\/?$/;

const language = languageOf(navigator.languages) ?? "en";

const placeOf = (id: string): HTMLElement => {
  const place = document.getElementById(id);
  if (place === null) throw new Error("The page has no place for the kiosk");
  return place;
};
const root = placeOf("foyer");

/** Whether the browser forbids this address to keep anything, as a policy for site data does. */
const isStorageForbidden = (): boolean => {
  try {
    localStorage.getItem("foyer");
    return false;
  } catch {
    return true;
  }
};

/** The installer is told what is missing; once it is allowed, the next reload starts the kiosk. */
const showStorageForbidden = async (): Promise<void> => {
  await startTexts(["kiosk"], catalogues, language);
  createRoot(root).render(<StorageForbiddenScreen />);
  setTimeout(() => location.reload(), FORBIDDEN_MS);
};

/** Even after a failed start: missing files may be available the next time. */
const recover = (error: unknown): void => {
  console.error(error);
  setTimeout(() => location.reload(), RECOVER_MS);
};

const startKiosk = async (): Promise<void> => {
  labelOf();
  const [texts, device] = await Promise.all([
    startTexts(["kiosk", "visitor-flow"], catalogues, language),
    ownSource({ readHealth, crashed: recover }).then(startDevice),
  ]);
  // In slices: what is touched meanwhile is answered between them.
  startTransition(() =>
    createRoot(root, { onUncaughtError: recover }).render(
      <StrictMode>
        <Suspense>
          <Kiosk device={device} />
        </Suspense>
      </StrictMode>,
    ),
  );
  // The others are at hand when a visitor chooses one.
  setTimeout(() => void texts.loadLanguages(Object.keys(LANGUAGES)), IDLE_DELAY_MS);
  registerServiceWorker();
};

const showDemo = async (): Promise<void> => {
  const texts = await startTexts(["kiosk", "visitor-flow", "demo"], catalogues, language);
  await texts.loadLanguages(Object.keys(LANGUAGES));
  const { startDemo } = await import("./demo.tsx");
  await startDemo(root, texts);
};

// Making the modules ready has taken a while; what follows is a task of its own.
await nextTask();
ignoreDoubleTaps();
// The worker that caches the kiosk for use offline has the scope /kiosk/.
if (location.pathname === "/kiosk") location.replace(`/kiosk/${location.search}`);
else if (DEMO.test(location.pathname)) await showDemo();
else if (isStorageForbidden()) await showStorageForbidden().catch(recover);
else await startKiosk().catch(recover);
