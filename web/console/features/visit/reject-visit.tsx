import { Textarea } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { REJECTION_REASON_MAX } from "../../../../shared/rejection.ts";
import { decide } from "../../actions/visit-actions.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { nameOf, type Visit } from "../../data/lists/visits.ts";

/** A reason is one paragraph: Enter sends it, as in a field of one line. */
const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
};

type RejectVisitProps = { visit: Visit; own?: boolean; close: () => void };

/** Asks why before a visitor is rejected; the reason may stay empty. */
export const RejectVisit = ({ visit, own = false, close }: RejectVisitProps) => {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  return (
    <Confirm
      opened
      kind="primary"
      title={t("rejection.title", { name: nameOf(visit) })}
      action={t("rejection.action")}
      run={async () => decide(visit, "reject", reason.trim(), own)}
      close={close}
    >
      <Textarea
        autosize
        label={t("rejection.reason")}
        description={t("rejection.help")}
        autoComplete="off"
        maxLength={REJECTION_REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={sendOnEnter}
      />
    </Confirm>
  );
};
