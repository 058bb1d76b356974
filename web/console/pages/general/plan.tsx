import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Section } from "../../components/layout/page-layout.tsx";
import type { LocationDraftState } from "./model.ts";
import type { LocationDraft } from "./model.ts";

const TIERS: readonly LocationDraft["tier"][] = ["starter", "business", "enterprise"];

/** The plan of the location: webhooks belong to one of them only. For those who serve all locations. */
export const Plan = ({ editing: { draft, set } }: { editing: LocationDraftState }) => {
  const { t } = useTranslation("general");
  return (
    <Section title={t("plan")} help={t("planHelp")}>
      <SegmentedControl
        aria-label={t("plan")}
        value={draft.tier}
        data={TIERS.map((tier) => ({ value: tier, label: t(`tier.${tier}`) }))}
        onChange={(tier) => set({ tier })}
      />
    </Section>
  );
};
