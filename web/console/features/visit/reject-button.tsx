import { type ComponentProps, Suspense, useState } from "react";

import { Button } from "../../components/button/button.tsx";
import { onDemand } from "../../components/button/lazy-popup.tsx";
import type { Visit } from "../../data/lists/visits.ts";

const RejectVisit = onDemand(async () => (await import("./reject-visit.tsx")).RejectVisit);

/** A button that asks for a reason, and then rejects the visitor. `own`: the user's, as a host. */
export const RejectButton = ({
  visit,
  own = false,
  ...button
}: Omit<ComponentProps<typeof Button>, "onClick"> & { visit: Visit; own?: boolean }) => {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button {...button} onFocus={() => void RejectVisit.load()} onClick={() => setAsks(true)} />
      <Suspense>{asks && <RejectVisit visit={visit} own={own} close={() => setAsks(false)} />}</Suspense>
    </>
  );
};
