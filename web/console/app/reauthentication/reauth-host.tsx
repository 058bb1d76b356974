import { lazy, Suspense } from "react";

import { useReauthPrompt } from "../../data/api/reauthentication.ts";
import { registerPreload } from "../../lib/lazy-code.ts";

const ReauthDialog = lazy(
  registerPreload(async () => ({ default: (await import("./reauth-dialog.tsx")).ReauthDialog })),
);

/** Shows the re-authentication prompt, once beside the pages. It is rare, so its code is loaded on demand. */
export const ReauthHost = () => {
  const prompt = useReauthPrompt();
  return <Suspense>{prompt !== undefined && <ReauthDialog prompt={prompt} />}</Suspense>;
};
