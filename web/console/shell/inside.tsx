import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { comesLater, loadTexts } from "../code.ts";
import { useEnded } from "../ended.ts";
import { MeContext, meQuery } from "../session.ts";

const LogInAgain = lazy(
  comesLater(async () => {
    const [{ LogInAgain: dialog }] = await Promise.all([import("../login/log-in-again.tsx"), loadTexts("login")]);
    return { default: dialog };
  }),
);

/** All pages of who is logged in. When the session ends they stay as they are, and above them is asked to log in again. */
export const Inside = () => {
  const ended = useEnded();
  const { data: me = null } = useQuery(meQuery);
  // Logged out, in this tab or another.
  if (me === null) return <Navigate to="/login" />;
  return (
    <MeContext value={me}>
      <Outlet />
      <Suspense>{ended && <LogInAgain />}</Suspense>
    </MeContext>
  );
};
