import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { IconButton } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { type RowOutcome, RowOutcomes } from "../../components/table/row-outcomes.tsx";
import { useInvitationOutcomeText } from "./invitation-outcome-text.ts";
import type { InvitationOutcome, RemovalOutcome } from "./queries.ts";
import styles from "./queries.module.css";

type RemovedRow = RemovalOutcome[number] & { name: string };

/** The outcome of an action on several records. */
export type Outcome = { kind: "invited"; counts: InvitationOutcome } | { kind: "removed"; rows: readonly RemovedRow[] };

const InvitedNotice = ({ counts, close }: { counts: InvitationOutcome; close: () => void }) => {
  const { t } = useTranslation();
  const { title, why, complete } = useInvitationOutcomeText()(counts);
  return (
    <Notice
      kind={complete ? "info" : "warn"}
      title={title}
      action={
        <IconButton label={t("close")} onClick={close}>
          <IconX />
        </IconButton>
      }
    >
      {why}
    </Notice>
  );
};

const RemovedNotice = ({ rows, close }: { rows: readonly RemovedRow[]; close: () => void }) => {
  const { t } = useTranslation("registered-visitors");
  const { t: common } = useTranslation();
  const gone = rows.filter(({ status }) => status === "success").length;
  // The remaining ones come first: they still need attention.
  const sorted = rows.toSorted((a, b) => Number(a.status === "success") - Number(b.status === "success"));
  const outcomeOf = ({ id, name, status, reason }: RemovedRow): RowOutcome => ({
    key: id,
    name,
    state: status === "success" ? "quiet" : "bad",
    words:
      status === "success" ? t("outcome.success") : t(`outcome.${reason === "signed_in" ? "signed_in" : "not_found"}`),
  });
  return (
    <>
      <Notice
        kind={gone === rows.length ? "info" : "warn"}
        title={t("removedMany", { count: gone })}
        action={
          <IconButton label={common("close")} onClick={close}>
            <IconX />
          </IconButton>
        }
      >
        {gone === rows.length ? "" : t("notRemoved", { count: rows.length - gone })}
      </Notice>
      {gone < rows.length && <RowOutcomes label={t("outcomes")} rows={sorted.map(outcomeOf)} />}
    </>
  );
};

/** Shown above the list until it is closed. */
export const Outcomes = ({ outcome, close }: { outcome: Outcome; close: () => void }) => (
  <div className={styles.outcome} role="status">
    {outcome.kind === "invited" ? (
      <InvitedNotice counts={outcome.counts} close={close} />
    ) : (
      <RemovedNotice rows={outcome.rows} close={close} />
    )}
  </div>
);
