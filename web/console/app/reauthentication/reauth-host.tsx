import { lazy, Suspense } from "react";

import { useReauthPrompt } from "../../data/reauthentication.ts";
import { registerPreload } from "../../lib/lazy-code.ts";

const ReauthDialog = lazy(
  registerPreload(async () => ({ default: (await import("./reauth-dialog.tsx")).ReauthDialog })),
);

/** Shows the question of who the user is; once beside the pages. It is seldom asked, so its code is loaded when it is. */
export const ReauthHost = () => {
  const prompt = useReauthPrompt();
  return <Suspense>{prompt !== undefined && <ReauthDialog prompt={prompt} />}</Suspense>;
};
