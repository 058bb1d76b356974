import { Menu } from "@mantine/core";
import { IconCalendarX, IconCopy, IconDots, IconEdit, IconLogin2, IconMail, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { signInRegistered } from "../../actions/visit-actions.tsx";
import { api } from "../../data/api/api.ts";
import { UserFacingError } from "../../data/api/error-message.ts";
import { Button, IconButton } from "../../components/button/button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { useCan } from "../../data/session/session.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { nameOf } from "../../data/lists/visits.ts";
import { ScopeDialog } from "../../features/series/scope-dialog.tsx";
import type { Occurrence } from "../../features/series/change.ts";
import { cancelVisits, isOccurrence, tryCancelling } from "../../features/series/series.ts";
import { useIsInside } from "./cells.tsx";
import { useInvitationOutcomeText } from "./invitation-outcome-text.ts";
import { invite, invalidateRegisteredVisitors } from "./queries.ts";
import styles from "./queries.module.css";

const SMALL = { size: 18, stroke: 1.6 };

const useInvite = (person: RegisteredVisitor) => {
  const { t } = useTranslation("registered-visitors");
  const words = useInvitationOutcomeText();
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const counts = await invite(person.company_id, [person._id]);
      if (counts.queued === 1) showToast({ words: t("isInvited", { email: person.email }) });
      else showToast({ kind: "problem", words: words(counts).why });
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run: () => void run() };
};

const Remove = ({
  person,
  asks,
  leave,
  gone,
}: {
  person: RegisteredVisitor;
  asks: boolean;
  leave: () => void;
  gone: () => void;
}) => {
  const { t } = useTranslation("registered-visitors");
  const name = nameOf(person) || t("unnamed");
  const remove = async (): Promise<void> => {
    try {
      await api.request("DELETE /knownvisitors/{id}", { params: { id: person._id } });
    } catch (error) {
      throw new UserFacingError(problemOf(error).words, { cause: error });
    }
    gone();
    await invalidateRegisteredVisitors(person.company_id);
    showToast({ words: t("removed", { name }) });
  };
  return (
    <Confirm
      opened={asks}
      close={leave}
      title={t("removeTitle", { name })}
      action={t("removeAction", { count: 1 })}
      run={remove}
    >
      {t("removeBody")}
    </Confirm>
  );
};

type CancelProps = { of: Occurrence; asks: boolean; leave: () => void; gone: () => void };

/** Cancels visits of a series: this one, those that follow too, or all. */
const CancelVisits = ({ of, asks, leave, gone }: CancelProps) => {
  const { t } = useTranslation("series");
  const name = nameOf(of);
  return (
    <ScopeDialog
      opened={asks}
      of={of}
      title={t("cancel.title", { name })}
      action={t("cancel.action")}
      attempt={(scope) => tryCancelling(of, scope)}
      run={async (scope) => {
        await cancelVisits(of, scope);
        gone();
        await invalidateRegisteredVisitors(of.company_id);
        showToast({ words: t("cancel.done", { name }) });
      }}
      close={leave}
    />
  );
};

const SignIn = ({ person }: { person: RegisteredVisitor }) => {
  const { t } = useTranslation("registered-visitors");
  const isInside = useIsInside(person);
  if (isInside)
    return (
      <Button icon={<IconLogin2 />} disabled>
        {t("isInside")}
      </Button>
    );
  return (
    <Button kind="primary" icon={<IconLogin2 />} data-act onClick={() => void signInRegistered(person)}>
      {t("signIn")}
    </Button>
  );
};

/** A registered visitor, and the page's reactions to editing, copying and removing them. */
export type ActionsProps = { person: RegisteredVisitor; edit: () => void; copy: () => void; gone: () => void };

/** The actions for a registered visitor, without those that the role may not do. */
export const Actions = ({ person, edit, copy, gone }: ActionsProps) => {
  const { t } = useTranslation(["registered-visitors", "series"]);
  const { t: common } = useTranslation();
  const [writes, erases] = [useCan("visits.write"), useCan("records.erase")];
  const { busy, run } = useInvite(person);
  const [asks, setAsks] = useState(false);
  const [cancels, setCancels] = useState(false);
  return (
    <div className={styles.actions} role="group" aria-label={t("actions")}>
      {writes && <SignIn person={person} />}
      {person.email !== undefined && (
        <Button icon={<IconMail />} busy={busy} onClick={run}>
          {person.invited_date === undefined ? t("invite") : t("inviteAgain")}
        </Button>
      )}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <IconButton label={t("more")} edged>
            <IconDots />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEdit {...SMALL} />} onClick={edit}>
            {common("edit")}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy {...SMALL} />} onClick={copy}>
            {t("duplicate")}
          </Menu.Item>
          {isOccurrence(person) && (
            <Menu.Item leftSection={<IconCalendarX {...SMALL} />} onClick={() => setCancels(true)}>
              {t("series:cancel.menu")}
            </Menu.Item>
          )}
          {erases && (
            <Menu.Item color="red" leftSection={<IconTrash {...SMALL} />} onClick={() => setAsks(true)}>
              {common("remove")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Remove person={person} asks={asks} leave={() => setAsks(false)} gone={gone} />
      {isOccurrence(person) && <CancelVisits of={person} asks={cancels} leave={() => setCancels(false)} gone={gone} />}
    </div>
  );
};
