import { IconMail, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { SelectionBar } from "../../components/table/selection-bar.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { nameOf } from "../../data/lists/visits.ts";
import type { Outcome } from "./outcomes.tsx";
import { invite, removeRegisteredVisitors } from "./queries.ts";

type ChosenBarProps = { chosen: readonly RegisteredVisitor[]; clear: () => void; tell: (outcome: Outcome) => void };

const RemoveChosen = ({ chosen, clear, tell }: ChosenBarProps) => {
  const { t } = useTranslation("registered-visitors");
  const location = useLocationId();
  const count = chosen.length;
  const [only] = chosen;
  const remove = async (): Promise<void> => {
    const outcomes = await removeRegisteredVisitors(
      location,
      chosen.map(({ _id }) => _id),
    );
    const names = new Map(chosen.map((person) => [person._id, nameOf(person)]));
    tell({ kind: "removed", rows: outcomes.map((row) => ({ ...row, name: names.get(row.id) || t("unnamed") })) });
    clear();
  };
  return (
    <ConfirmButton
      button={
        <Button size="input" kind="danger" icon={<IconTrash />}>
          {t("removeChosen", { count })}
        </Button>
      }
      title={
        count === 1 && only !== undefined ? t("removeTitle", { name: nameOf(only) }) : t("removeManyTitle", { count })
      }
      action={t("removeAction", { count })}
      run={remove}
    >
      {t("removeBody")}
    </ConfirmButton>
  );
};

/** The actions for all selected rows. */
export const ChosenBar = (props: ChosenBarProps) => {
  const { t } = useTranslation("registered-visitors");
  const { chosen, clear, tell } = props;
  const location = useLocationId();
  const erases = useCan("records.erase");
  const [busy, setBusy] = useState(false);
  const count = chosen.length;
  const inviteAll = async (): Promise<void> => {
    setBusy(true);
    try {
      const counts = await invite(
        location,
        chosen.map(({ _id }) => _id),
      );
      tell({ kind: "invited", counts });
      clear();
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
      setBusy(false);
    }
  };
  return (
    <SelectionBar count={count} clear={clear}>
      <Button size="input" icon={<IconMail />} busy={busy} onClick={() => void inviteAll()}>
        {t("inviteChosen", { count })}
      </Button>
      {erases && <RemoveChosen {...props} />}
    </SelectionBar>
  );
};
