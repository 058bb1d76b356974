import { useTranslation } from "react-i18next";

import { useAddressState } from "../components/address-state.ts";
import { Only } from "../components/only.tsx";
import { SkeletonRows } from "../components/skeleton.tsx";
import { useLiveEvents } from "../live.ts";
import { useLocationId } from "../location.ts";
import { Report } from "./report.tsx";
import { Running } from "./running.tsx";
import { Start } from "./start.tsx";
import { useIsUnheard, useRunning } from "./use-evacuation.ts";

const Now = () => {
  const { t } = useTranslation("evacuation");
  const running = useRunning();
  const isUnheard = useIsUnheard(running === undefined);
  const [report] = useAddressState("report");
  if (running !== undefined && running !== null && running.ended === undefined) return <Running evacuation={running} />;
  if (report !== undefined) return <Report id={report} />;
  if (running === undefined && !isUnheard) return <SkeletonRows rows={8} label={t("title")} />;
  return <Start isUnheard={isUnheard} />;
};

/** Who is not yet safe: one number, one list, one button. Before it the beginning, after it the report. */
export const Page = () => {
  useLiveEvents(useLocationId());
  return (
    <Only may="visits.mark_safe" bare>
      <Now />
    </Only>
  );
};
