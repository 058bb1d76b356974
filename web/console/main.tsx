import "./mantine.css";
import "../shared/theme/fonts.css";
import "../shared/theme/tokens.css";
import "../shared/theme/base.css";
import "./theme.css";

import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";

import { languageOf, startTexts } from "../shared/texts.ts";
import { queryClient } from "./data/api/api.ts";
import { prefetchLocation } from "./data/lists/prefetch.ts";
import { ReauthHost } from "./app/reauthentication/reauth-host.tsx";
import { catalogues } from "./lib/catalogues.ts";
import { nextTask } from "../shared/next-task.ts";
import { trackOverlays } from "./lib/overlay-keys.ts";
import { trackPresses } from "./lib/single-presses.ts";
import { preference, sendLanguage } from "./lib/preferences.ts";
import { preloadPage, router } from "./routes.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";

/** The policy lets in only styles that carry this answer's nonce; Mantine puts some into the page. */
const nonce = (): string => document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")?.nonce ?? "";

const chosen = preference("language");
const language = chosen ?? languageOf(navigator.languages) ?? "en";
const root = document.getElementById("foyer");
if (root === null) throw new Error("The page has no place for the console");

// The lock on scrolling behind a dialog asks for the nonce under this name.
Reflect.set(globalThis, "__webpack_nonce__", nonce());

// Making the modules ready has taken a while; what follows is a task of its own, and what is touched is answered in between.
await nextTask();
prefetchLocation(globalThis.location);
preloadPage(globalThis.location, language);
trackOverlays();
trackPresses();
// Chosen before the service was told, or longer ago than browsers keep it.
if (chosen !== undefined) sendLanguage(chosen);
await startTexts(["console"], catalogues, language);
// In slices: what is touched meanwhile is answered between them.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme={preference("theme") ?? "auto"}
        getStyleNonce={nonce}
      >
        <QueryClientProvider client={queryClient}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
          <ReauthHost />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  ),
);
