import { Radio, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { api } from "../../data/api/api.ts";
import { invalidatePeople } from "../../data/live/invalidation.ts";
import { nameOf } from "../../data/lists/visits.ts";
import type { WatchHit } from "../../data/lists/watch-hits.ts";
import { useLocationId } from "../../data/session/location.ts";
import { BothSides } from "./both-sides.tsx";
import { entryQuery, invalidateWatchlists, subjectQuery } from "./watchlists.ts";
import styles from "./watchlists.module.css";

const OUTCOMES = ["different", "same", "let_in", "refused"] as const;
type Outcome = (typeof OUTCOMES)[number];
type Fields = { outcome: Outcome | ""; reason: string };

type PanelProps = { hit: WatchHit; close: () => void };

const useOutcome = ({ hit, close }: PanelProps) => {
  const { t } = useTranslation("watchlists");
  const location = useLocationId();
  const send = async ({ outcome, reason }: Fields): Promise<void> => {
    if (outcome === "") return;
    const params = { company_id: location, id: hit._id };
    await api.request("POST /companies/{company_id}/watchlists/hits/{id}/decide", {
      params,
      body: { outcome, reason },
    });
    await Promise.all([invalidateWatchlists(location), invalidatePeople(location)]);
    showToast({ words: t(`done.${outcome}`) });
    close();
  };
  const check = ({ outcome, reason }: Fields) => {
    if (outcome === "") return { field: "outcome", words: t("chooseOutcome") };
    return reason.trim() === "" ? { field: "reason", words: t("giveReason") } : undefined;
  };
  const first: Fields = { outcome: "", reason: "" };
  return useForm(first, send, { check });
};

const OutcomeForm = ({ hit, close }: PanelProps) => {
  const { t } = useTranslation("watchlists");
  const { fields, set, problem, busy, submit } = useOutcome({ hit, close });
  const [atOutcome, atReason] = [problemAt(problem, "outcome"), problemAt(problem, "reason")];
  const offered = OUTCOMES.filter((outcome) => hit.state === "open" || outcome !== "same");
  return (
    <PanelForm
      action={t("saveOutcome")}
      busy={busy}
      problem={atOutcome === undefined && atReason === undefined ? problem?.words : undefined}
      submit={submit}
      close={close}
    >
      <BothSidesOf hit={hit} />
      <Radio.Group
        label={t("outcome")}
        value={fields.outcome}
        error={atOutcome}
        onChange={(value) => set({ outcome: offered.find((one) => one === value) ?? "" })}
      >
        <div className={styles.outcomes}>
          {offered.map((value) => (
            <Radio key={value} value={value} label={t(`as.${value}`)} description={t(`asHelp.${value}`)} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t("reason")}
        description={t("reasonHelp")}
        minRows={2}
        value={fields.reason}
        error={atReason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    </PanelForm>
  );
};

const BothSidesOf = ({ hit }: { hit: WatchHit }) => {
  const { t } = useTranslation("watchlists");
  const location = useLocationId();
  const entry = useQuery(entryQuery(location, hit));
  const subject = useQuery(subjectQuery(location, hit));
  if (subject.data === undefined)
    return <LoadingState label={t("compare")} error={subject.error} retry={subject.refetch} />;
  return <BothSides hit={hit} person={subject.data} entry={entry.data} isGone={entry.isError} />;
};

/** A hit: the visitor beside the entry, what agrees, and what is to happen. */
export const HitPanel = ({ hit, close }: PanelProps) => {
  const { t } = useTranslation("watchlists");
  const { data } = useQuery(subjectQuery(useLocationId(), hit));
  return (
    <Panel title={(data !== undefined && nameOf(data)) || t("unnamed")} close={close}>
      <OutcomeForm hit={hit} close={close} />
    </Panel>
  );
};
