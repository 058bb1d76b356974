import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { registerPreload, loadTexts } from "../../lib/lazy-code.ts";
import { useSessionExpired } from "../../data/api/session-expiry.ts";
import { MeContext, meQuery } from "../../data/session/session.ts";

const SessionExpiredDialog = lazy(
  registerPreload(async () => {
    const [{ SessionExpiredDialog: dialog }] = await Promise.all([
      import("../login/session-expired-dialog.tsx"),
      loadTexts("login"),
    ]);
    return { default: dialog };
  }),
);

/** All pages for logged-in users. When the session ends, the pages remain, with a login prompt above them. */
export const RequireSession = () => {
  const ended = useSessionExpired();
  const { data: me = null } = useQuery(meQuery);
  // Logged out, in this tab or another.
  if (me === null) return <Navigate to="/login" />;
  return (
    <MeContext value={me}>
      <Outlet />
      <Suspense>{ended && <SessionExpiredDialog />}</Suspense>
    </MeContext>
  );
};
