import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { SkeletonRows } from "../../components/feedback/skeleton.tsx";
import { useLiveEvents } from "../../data/live/live.ts";
import { useLocationId } from "../../data/session/location.ts";
import { Report } from "./report.tsx";
import { ActiveEvacuation } from "./active-evacuation.tsx";
import { Start } from "./start.tsx";
import { useIsUnreachable, useActiveEvacuation } from "./use-evacuation.ts";

/** Who is not yet safe: one number, one list, one button. Before it the beginning, after it the report. */
export const EvacuationPage = () => {
  useLiveEvents(useLocationId());
  const { t } = useTranslation("evacuation");
  const running = useActiveEvacuation();
  const isUnheard = useIsUnreachable(running === undefined);
  const [report] = useAddressState("report");
  if (running !== undefined && running !== null && running.ended === undefined)
    return <ActiveEvacuation evacuation={running} />;
  if (report !== undefined) return <Report id={report} />;
  if (running === undefined && !isUnheard) return <SkeletonRows rows={8} label={t("title")} />;
  return <Start isUnheard={isUnheard} />;
};
