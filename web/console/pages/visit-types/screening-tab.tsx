import { Select, Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import type { VisitTypeDraftState } from "./draft-state.ts";
import { CustomMessageTexts } from "./notifications-tab.tsx";

const SIGNS = ["visitor", "location", "entrance", "date", "time"];
const DECIDED = [...SIGNS, "decision", "decided_by"];
const ASKED = { key: "screening", parts: ["subject", "text", "sms"] } as const;
const ANSWERED = { key: "confirmation", parts: ["subject", "text"] } as const;

/** The third, `both`, is the same as `host` for a visitor on no list. */
const DECIDERS = ["host", "watchlist"] as const;

/** Whether visitors are compared with the watch lists, and who approves those who are on none. */
const Watched = ({ editing: { draft, set } }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  return (
    <Section>
      <Switch
        label={t("watchlist")}
        description={t("watchlistHelp")}
        checked={draft.watchlist}
        onChange={(event) => set({ watchlist: event.currentTarget.checked })}
      />
      {draft.watchlist && (
        <Select
          label={t("screeningBy.label")}
          data={DECIDERS.map((value) => ({ value, label: t(`screeningBy.${value}`) }))}
          value={draft.screening_by === "watchlist" ? "watchlist" : "host"}
          allowDeselect={false}
          onChange={(value) => set({ screening_by: DECIDERS.find((one) => one === value) ?? "host" })}
        />
      )}
    </Section>
  );
};

/** Whether visitors need approval, who is asked, and whether such visitors can be expected. */
export const ScreeningTab = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  const { draft, set, problem } = editing;
  return (
    <>
      <Section>
        <Switch
          label={t("screening")}
          description={t("screeningHelp")}
          checked={draft.screening}
          onChange={(event) => set({ screening: event.currentTarget.checked })}
        />
        {draft.screening && <CustomMessageTexts editing={editing} group={ASKED} signs={SIGNS} />}
      </Section>
      {draft.screening && (
        <Section>
          <TextInput
            type="email"
            label={t("screeningMail")}
            description={t("screeningMailHelp")}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={draft.screening_mail}
            error={problemAt(problem, "screening_mail") === undefined ? undefined : t("finishAddress")}
            onChange={(event) => set({ screening_mail: event.currentTarget.value })}
          />
          {draft.screening_mail.trim() !== "" && (
            <CustomMessageTexts editing={editing} group={ANSWERED} signs={DECIDED} />
          )}
        </Section>
      )}
      {draft.screening && <Watched editing={editing} />}
      <Section>
        <Switch
          label={t("expected")}
          description={t("expectedHelp")}
          checked={draft.registered_visitors}
          onChange={(event) => set({ registered_visitors: event.currentTarget.checked })}
        />
      </Section>
    </>
  );
};
