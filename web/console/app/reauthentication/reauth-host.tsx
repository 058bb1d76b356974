import { lazy, Suspense } from "react";

import { useReauthPrompt } from "../../data/reauthentication.ts";
import { registerPreload } from "../../lib/lazy-code.ts";

const ReauthDialog = lazy(
  registerPreload(async () => ({ default: (await import("./reauth-dialog.tsx")).ReauthDialog })),
);

/** Where the question who it is stands; once beside the pages. It is seldom asked, so its code comes when it is. */
export const ReauthHost = () => {
  const prompt = useReauthPrompt();
  return <Suspense>{prompt !== undefined && <ReauthDialog prompt={prompt} />}</Suspense>;
};
