import { type ComponentProps, Suspense, useState } from "react";

import { Button } from "../../components/button/button.tsx";
import { onDemand } from "../../components/button/lazy-popup.tsx";
import type { Visit } from "../../data/lists/visits.ts";

const RejectVisit = onDemand(async () => (await import("./reject-visit.tsx")).RejectVisit);

/** A button that asks for a reason, and then rejects the visitor. */
export const RejectButton = ({
  visit,
  ...button
}: Omit<ComponentProps<typeof Button>, "onClick"> & { visit: Visit }) => {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button {...button} onFocus={() => void RejectVisit.load()} onClick={() => setAsks(true)} />
      <Suspense>{asks && <RejectVisit visit={visit} close={() => setAsks(false)} />}</Suspense>
    </>
  );
};
