import { IconArrowsMaximize } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { registerPreload } from "../../lib/lazy-code.ts";
import { IconButton } from "../../components/button/button.tsx";
import { RowPanel, type PanelNavigation } from "../../components/table/row-panel.tsx";
import { SkeletonRows } from "../../components/feedback/skeleton.tsx";
import { useLocationId } from "../../data/session/location.ts";

/** Its code comes with the first visit that is opened, or a moment after the list it is beside (shell.tsx). */
const VisitSheet = lazy(registerPreload(async () => ({ default: (await import("./visit-sheet.tsx")).VisitSheet })));

type VisitPanelProps = PanelNavigation & { id: string };

const Whole = ({ id }: { id: string }) => {
  const { t } = useTranslation("visit");
  const navigate = useNavigate();
  const location = useLocationId();
  const open = () => void navigate({ to: "/at/$location/visits/$visit", params: { location, visit: id } });
  return (
    <IconButton label={t("whole")} onClick={open}>
      <IconArrowsMaximize />
    </IconButton>
  );
};

const Panel = ({ id, ...ways }: VisitPanelProps) => {
  const { t } = useTranslation("visit");
  const words = { title: t("title"), previous: t("previous"), next: t("next") };
  return (
    <RowPanel ways={ways} words={words} extra={<Whole id={id} />}>
      <VisitSheet key={id} id={id} gone={ways.close} />
    </RowPanel>
  );
};

/** One visit beside the list it is in: who it is, what can be done, what is known. Its texts are loaded with it. */
export const VisitPanel = (props: VisitPanelProps) => {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<SkeletonRows label={t("loading")} />}>
      <Panel {...props} />
    </Suspense>
  );
};
