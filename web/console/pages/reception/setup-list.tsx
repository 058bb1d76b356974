import { IconCheck, IconChevronRight, IconListCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { SidePanel } from "../../components/layout/page-layout.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import styles from "./setup-list.module.css";
import { SETUP_STEPS, type SetupStep, useSetupSteps } from "./setup-steps.ts";

/** Says below the lists that the location isn't set up yet, and opens the remaining steps; on a phone in one line. */
export const SetupNotice = () => {
  const { t } = useTranslation("reception");
  const isPhone = useBreakpoint() === "phone";
  const [, show] = useAddressState("show");
  const { progress, putAway } = useSetupSteps();
  if (progress.state !== "steps") return null;
  const { done } = progress;
  const actions = (
    <span className={styles.actions}>
      <Button size="row" onClick={() => show("setup")}>
        {t("setUp.show")}
      </Button>
      <Button size="row" kind="quiet" onClick={putAway}>
        {t("setUp.putAway")}
      </Button>
    </span>
  );
  return (
    <Notice kind="info" icon={<IconListCheck stroke={1.6} />} title={t("setUp.notice")} action={actions}>
      {!isPhone && t("setUp.progress", { done: done.size, count: SETUP_STEPS.length })}
      {!isPhone && !done.has("mail") && ` ${t("setUp.noMail")}`}
    </Notice>
  );
};

const Step = ({ step, to, done }: { step: SetupStep; to: string; done: boolean }) => {
  const { t } = useTranslation("reception");
  const location = useLocationId();
  return (
    <li>
      <Link to={to} params={{ location }} className={styles.step} data-done={done || undefined}>
        <span className={styles.arch}>{done && <IconCheck size={16} stroke={2.2} aria-label={t("setUp.done")} />}</span>
        <span className={styles.words}>
          <span className={styles.name}>{t(`setUp.step.${step}`)}</span>
          <span className={styles.what}>{t(`setUp.what.${step}`)}</span>
        </span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
      </Link>
    </li>
  );
};

/**
 * The remaining steps of the setup, each with a link to its page. Hidden once dismissed, and without the permission.
 */
export const SetupPanel = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("reception");
  const { progress } = useSetupSteps();
  if (progress.state === "away") return null;
  return (
    <SidePanel over>
      <Panel title={t("setUp.title")} close={close}>
        {progress.state === "loading" ? (
          <LoadingState label={t("console:loading")} error={progress.error} retry={progress.retry} />
        ) : (
          <ul className={styles.steps}>
            {SETUP_STEPS.map(({ key, to }) => (
              <Step key={key} step={key} to={to} done={progress.done.has(key)} />
            ))}
          </ul>
        )}
      </Panel>
    </SidePanel>
  );
};
