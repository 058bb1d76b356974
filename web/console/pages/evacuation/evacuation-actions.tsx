import { Menu } from "@mantine/core";
import { IconArrowLeft, IconCheck, IconDots, IconMessage, IconPrinter, IconUrgent } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { type Evacuation, evacuationQuery, evacuationsQuery } from "../../data/session/evacuation-storage.ts";
import { UserFacingError } from "../../data/api/error-message.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import styles from "./evacuation-actions.module.css";
import { endEvacuation } from "./sync/mark-sync.ts";
import { isLocal, type Person } from "./people.ts";

type EvacuationAction = { key: string; label: string; icon: ReactNode; run: () => void };

const ICON = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

type EndProps = {
  evacuation: Evacuation;
  people: readonly Person[];
  waiting: number;
  opened: boolean;
  close: () => void;
};

const EndDialog = ({ evacuation, people, waiting, opened, close }: EndProps) => {
  const { t } = useTranslation("evacuation");
  const [, setReport] = useAddressState("report");
  const left = people.filter(({ safe }) => !safe).length;
  const end = async (): Promise<void> => {
    if (isLocal(evacuation) || !navigator.onLine) throw new UserFacingError(t("endNeedsNetwork"));
    await endEvacuation(evacuation);
    setReport(evacuation._id);
  };
  return (
    <Confirm
      opened={opened}
      close={close}
      title={evacuation.drill ? t("endDrillTitle") : t("endTitle")}
      action={evacuation.drill ? t("endDrill") : t("end")}
      run={end}
    >
      <p>{left === 0 ? t("endAllSafe") : t("endBody", { count: left })}</p>
      {waiting > 0 && <p>{t("endWaiting", { count: waiting })}</p>}
    </Confirm>
  );
};

/** A drill that has become an emergency: the same list goes on. */
const makeReal = async ({ _id: id, company_id: location }: Evacuation): Promise<void> => {
  await api.request("POST /companies/{company_id}/evacuations", {
    params: { company_id: location },
    body: { drill: false },
  });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: evacuationsQuery(location).queryKey, exact: true }),
    queryClient.invalidateQueries({ queryKey: evacuationQuery(location, id).queryKey }),
  ]);
};

const useEvacuationActions = (evacuation: Evacuation, write: () => void, end: () => void): EvacuationAction[] => {
  const { t } = useTranslation("evacuation");
  const navigate = useNavigate();
  const leave = (): void =>
    void navigate({ to: "/at/$location/reception", params: { location: evacuation.company_id } });
  return [
    { key: "message", label: t("writeMessage"), icon: <IconMessage {...ICON} />, run: write },
    { key: "print", label: t("print"), icon: <IconPrinter {...ICON} />, run: () => globalThis.print() },
    ...(evacuation.drill && !isLocal(evacuation)
      ? [{ key: "real", label: t("makeReal"), icon: <IconUrgent {...ICON} />, run: () => void makeReal(evacuation) }]
      : []),
    { key: "end", label: evacuation.drill ? t("endDrill") : t("end"), icon: <IconCheck {...ICON} />, run: end },
    { key: "leave", label: t("leave"), icon: <IconArrowLeft {...ICON} />, run: leave },
  ];
};

/** What else can be done: buttons where there is room, else behind the dots. */
export const EvacuationActions = ({
  evacuation,
  people,
  waiting,
  write,
}: Omit<EndProps, "opened" | "close"> & { write: () => void }) => {
  const { t } = useTranslation("evacuation");
  const [isEnding, setEnding] = useState(false);
  const acts = useEvacuationActions(evacuation, write, () => setEnding(true));
  const isWide = useBreakpoint() === "wide";
  return (
    <>
      {isWide ? (
        <div className={styles.buttons}>
          {acts.map(({ key, label, icon, run }) => (
            <button key={key} type="button" className={styles.button} onClick={run}>
              {icon}
              {label}
            </button>
          ))}
        </div>
      ) : (
        <Menu position="bottom-end" width={248}>
          <Menu.Target>
            <button type="button" className={styles.dots} aria-label={t("more")} title={t("more")}>
              <IconDots size={22} stroke={1.8} aria-hidden="true" />
            </button>
          </Menu.Target>
          <Menu.Dropdown className={styles.menu}>
            {acts.map(({ key, label, icon, run }) => (
              <Menu.Item key={key} leftSection={icon} onClick={run}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <EndDialog {...{ evacuation, people, waiting }} opened={isEnding} close={() => setEnding(false)} />
    </>
  );
};
