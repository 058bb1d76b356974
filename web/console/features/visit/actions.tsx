import { Menu } from "@mantine/core";
import {
  IconCheck,
  IconDots,
  IconEraser,
  IconLogin2,
  IconLogout2,
  IconMailQuestion,
  IconPrinter,
  IconShieldCheck,
  IconShieldOff,
  IconX,
} from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { askHostAgain, decide, signOut } from "../../actions/visit-actions.tsx";
import { Button, IconButton } from "../../components/button/button.tsx";
import { printBadges } from "../../data/lists/badges.ts";
import { usePendingIds } from "../../data/lists/pending-actions.ts";
import { useCan } from "../../data/session/session.ts";
import { nameOf, useVisitsInside, type Visit } from "../../data/lists/visits.ts";
import { markSafe, signInAgain } from "./edit/change-visits.ts";
import { EraseVisits } from "./edit/erase-visits.tsx";
import { RejectButton } from "./reject-button.tsx";
import styles from "./visit.module.css";

const SMALL = { size: 18, stroke: 1.6 };

type ActionsProps = { visit: Visit; gone: () => void };
/** Puts the focus beside the buttons: what comes in the place of the pressed one is not pressed with it. */
type DeskProps = ActionsProps & { rest: () => void };

const DecisionButtons = ({ visit, rest }: { visit: Visit; rest: () => void }) => {
  const { t } = useTranslation("visit");
  const approve = (): void => {
    rest();
    decide(visit, "approve");
  };
  return (
    <>
      <Button icon={<IconCheck />} data-act onClick={approve}>
        {t("approve")}
      </Button>
      <RejectButton visit={visit} icon={<IconX />}>
        {t("reject")}
      </RejectButton>
    </>
  );
};

type MainProps = { visit: Visit; pending: boolean; open: boolean; rest: () => void };

const Main = ({ visit, pending, open, rest }: MainProps) => {
  const { t } = useTranslation("visit");
  if (pending) return <DecisionButtons visit={visit} rest={rest} />;
  const leave = (): void => {
    rest();
    signOut([visit]);
  };
  const again = (): void => {
    rest();
    void signInAgain(visit);
  };
  return (
    <>
      {open ? (
        <Button icon={<IconLogout2 />} data-act onClick={leave}>
          {t("signOut")}
        </Button>
      ) : (
        <Button icon={<IconLogin2 />} data-act onClick={again}>
          {t("signInAgain")}
        </Button>
      )}
      <Button icon={<IconPrinter />} onClick={() => printBadges([visit])}>
        {t("printBadge")}
      </Button>
    </>
  );
};

const Safety = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("visit");
  const icon = visit.safe ? <IconShieldOff {...SMALL} /> : <IconShieldCheck {...SMALL} />;
  return (
    <Menu.Item leftSection={icon} onClick={() => void markSafe([visit], !visit.safe)}>
      {visit.safe ? t("notSafe") : t("markSafe")}
    </Menu.Item>
  );
};

const More = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation("visit");
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <IconButton label={t("more")} edged>
          <IconDots />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
};

const Erase = ({ visit, opened, close, gone }: ActionsProps & { opened: boolean; close: () => void }) => (
  <EraseVisits opened={opened} visits={[visit]} name={nameOf(visit)} close={close} erased={gone} />
);

/** Those inside who came in the same group. */
const useInsideTogether = ({ group_id }: Visit): readonly Visit[] => {
  const { visits = [] } = useVisitsInside();
  return group_id === undefined ? [] : visits.filter((one) => one.group_id === group_id);
};

const Desk = ({ visit, gone, rest }: DeskProps) => {
  const { t } = useTranslation("visit");
  const erases = useCan("records.erase");
  const [erasing, setErasing] = useState(false);
  const leaving = usePendingIds("out").has(visit._id);
  const decided = usePendingIds("decided").has(visit._id);
  const open = visit.signed_out === undefined && !leaving;
  const together = useInsideTogether(visit);
  const pending = open && visit.approval === "pending" && !decided;
  return (
    <>
      <Main visit={visit} pending={pending} open={open} rest={rest} />
      {(open || erases) && (
        <More>
          {pending && (
            <>
              <Menu.Item leftSection={<IconMailQuestion {...SMALL} />} onClick={() => void askHostAgain(visit)}>
                {t("askAgain")}
              </Menu.Item>
              <Menu.Item leftSection={<IconLogout2 {...SMALL} />} onClick={() => signOut([visit])}>
                {t("signOut")}
              </Menu.Item>
            </>
          )}
          {open && together.length > 1 && (
            <Menu.Item leftSection={<IconLogout2 {...SMALL} />} onClick={() => signOut(together)}>
              {t("signOutGroup", { count: together.length })}
            </Menu.Item>
          )}
          {open && <Safety visit={visit} />}
          {erases && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" leftSection={<IconEraser {...SMALL} />} onClick={() => setErasing(true)}>
                {t("erase")}
              </Menu.Item>
            </>
          )}
        </More>
      )}
      <Erase visit={visit} opened={erasing} close={() => setErasing(false)} gone={gone} />
    </>
  );
};

/** What can be done with a visit; what the role may not do is absent. */
export const Actions = (props: ActionsProps) => {
  const { t } = useTranslation("visit");
  const [writes, marks] = [useCan("visits.write"), useCan("visits.mark_safe")];
  const { visit } = props;
  const group = useRef<HTMLDivElement>(null);
  const rest = (): void => group.current?.focus({ preventScroll: true });
  if (!writes && !(marks && visit.signed_out === undefined)) return null;
  return (
    <div ref={group} className={styles.actions} role="group" aria-label={t("actions")} tabIndex={-1}>
      {writes ? (
        <Desk {...props} rest={rest} />
      ) : (
        <Button
          icon={visit.safe ? <IconShieldOff /> : <IconShieldCheck />}
          data-act
          onClick={() => void markSafe([visit], !visit.safe)}
        >
          {visit.safe ? t("notSafe") : t("markSafe")}
        </Button>
      )}
    </div>
  );
};
