import { IconMail, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../components/button.tsx";
import { ChosenLine } from "../components/chosen-line.tsx";
import { ConfirmButton } from "../components/confirm-button.tsx";
import { problemOf } from "../components/draft.ts";
import { say } from "../components/toast.tsx";
import { useLocationId } from "../location.ts";
import { nameOf, type Registered } from "../today.ts";
import type { Outcome } from "./outcomes.tsx";
import { invite, removeAll } from "./registered.ts";

type ChosenBarProps = { chosen: readonly Registered[]; clear: () => void; tell: (outcome: Outcome) => void };

const RemoveChosen = ({ chosen, clear, tell }: ChosenBarProps) => {
  const { t } = useTranslation("registered-visitors");
  const location = useLocationId();
  const count = chosen.length;
  const [only] = chosen;
  const remove = async (): Promise<void> => {
    const outcomes = await removeAll(
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

/** What can be done with all rows that are chosen. */
export const ChosenBar = (props: ChosenBarProps) => {
  const { t } = useTranslation("registered-visitors");
  const { chosen, clear, tell } = props;
  const location = useLocationId();
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
      say({ kind: "problem", words: problemOf(error).words });
      setBusy(false);
    }
  };
  return (
    <ChosenLine count={count} clear={clear}>
      <Button size="input" icon={<IconMail />} busy={busy} onClick={() => void inviteAll()}>
        {t("inviteChosen", { count })}
      </Button>
      <RemoveChosen {...props} />
    </ChosenLine>
  );
};
