import { IconEraser, IconLogout2, IconPrinter, IconShieldCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { signOut } from "../../actions/visit-actions.tsx";
import { Button } from "../../components/button/button.tsx";
import { SelectionBar } from "../../components/table/selection-bar.tsx";
import { useCan } from "../../data/session/session.ts";
import { BADGES_MAX, printBadges } from "../../data/lists/badges.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";
import { markSafe } from "../../features/visit/edit/change-visits.ts";
import { EraseVisits } from "../../features/visit/edit/erase-visits.tsx";

const named = (chosen: readonly Visit[], count: string): string => {
  const [only] = chosen;
  return chosen.length === 1 && only !== undefined ? nameOf(only) : count;
};

/** What can be done with all rows that are chosen. */
export const ChosenBar = ({ chosen, clear }: { chosen: readonly Visit[]; clear: () => void }) => {
  const { t } = useTranslation("log");
  const { t: common } = useTranslation();
  const erases = useCan("records.erase");
  const [erasing, setErasing] = useState(false);
  const open = chosen.filter(({ signed_out }) => signed_out === undefined);
  const act = (run: (visits: readonly Visit[]) => void) => () => {
    run(open);
    clear();
  };
  return (
    <SelectionBar count={chosen.length} clear={clear}>
      {open.length > 0 && (
        <>
          <Button size="input" icon={<IconLogout2 />} data-act onClick={act(signOut)}>
            {t("signOut", { count: open.length })}
          </Button>
          <Button
            size="input"
            icon={<IconShieldCheck />}
            data-act
            onClick={act((visits) => void markSafe(visits, true))}
          >
            {t("markSafe", { count: open.length })}
          </Button>
        </>
      )}
      {open.length > 0 && open.length <= BADGES_MAX && (
        <Button size="input" icon={<IconPrinter />} onClick={() => printBadges(open)}>
          {t("printBadges", { count: open.length })}
        </Button>
      )}
      {erases && (
        <Button size="input" kind="danger" icon={<IconEraser />} onClick={() => setErasing(true)}>
          {t("erase", { count: chosen.length })}
        </Button>
      )}
      <EraseVisits
        opened={erasing}
        visits={chosen}
        name={named(chosen, common("done.visitors", { count: chosen.length }))}
        close={() => setErasing(false)}
        erased={clear}
      />
    </SelectionBar>
  );
};
