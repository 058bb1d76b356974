import { IconDeviceMobile, IconFingerprint, IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDayTime } from "../../../../shared/format.ts";
import { Button } from "../../../components/button/button.tsx";
import { problemOf } from "../../../components/edits/use-draft.ts";
import { ConfirmButton } from "../../../components/feedback/confirm-button.tsx";
import { LoadingState } from "../../../components/feedback/loading-state.tsx";
import { showToast } from "../../../components/feedback/toast.tsx";
import { Section } from "../../../components/layout/page-layout.tsx";
import { queryClient } from "../../../data/api/api.ts";
import { meQuery, optionsQuery } from "../../../data/session/session.ts";
import {
  factorsQuery,
  newAppSecret,
  type OwnFactors,
  removeFactor,
  renewCodes,
} from "../../../features/second-factor/factors.ts";
import { canUsePasskeys } from "../../../features/second-factor/passkey.ts";
import styles from "../account.module.css";
import { FactorDialog, type FactorStep } from "./factor-dialog.tsx";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether there is a factor is part of the user. */
const readAgain = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
};

type RowProps = { icon: ReactNode; name: string; below: string; children: ReactNode };

const Row = ({ icon, name, below, children }: RowProps) => (
  <li className={styles.session}>
    {icon}
    <span className={styles.words}>
      <span className={styles.name}>{name}</span>
      <span className={styles.below}>{below}</span>
    </span>
    {children}
  </li>
);

const FactorRow = ({ factor }: { factor: OwnFactors["factors"][number] }) => {
  const { t, i18n } = useTranslation("second-factor");
  const moment = (instant: string): string =>
    formatDayTime(new Date(instant), { language: i18n.language, timeZone: ZONE });
  const { kind, created, last_used, name = t("app") } = factor;
  const Icon = kind === "totp" ? IconDeviceMobile : IconFingerprint;
  const remove = async (): Promise<void> => {
    await removeFactor(factor._id);
    await readAgain();
    showToast({ words: t("removed", { name }) });
  };
  return (
    <Row
      icon={<Icon size={18} stroke={1.6} aria-hidden="true" />}
      name={name}
      below={
        last_used === undefined
          ? t("added", { moment: moment(created) })
          : t("addedUsed", { moment: moment(created), used: moment(last_used) })
      }
    >
      <ConfirmButton
        button={
          <Button size="row" aria-label={t("removeNamed", { name })}>
            {t("remove")}
          </Button>
        }
        title={t("removeTitle", { name })}
        action={t("remove")}
        run={remove}
      >
        {t("removeBody")}
      </ConfirmButton>
    </Row>
  );
};

const CodesRow = ({ left, show }: { left: number; show: (codes: readonly string[]) => void }) => {
  const { t } = useTranslation("second-factor");
  return (
    <Row
      icon={<IconKey size={18} stroke={1.6} aria-hidden="true" />}
      name={t("codesLeft", { count: left })}
      below={t("codesLeftHelp")}
    >
      <ConfirmButton
        button={<Button size="row">{t("newCodes")}</Button>}
        title={t("newCodesTitle")}
        action={t("newCodes")}
        kind="primary"
        run={async () => show(await renewCodes())}
      >
        {t("newCodesBody")}
      </ConfirmButton>
    </Row>
  );
};

const AddButtons = ({ own, open }: { own: OwnFactors; open: (step: FactorStep) => void }) => {
  const { t } = useTranslation("second-factor");
  const { data: options } = useQuery(optionsQuery);
  const addApp = async (): Promise<void> => {
    try {
      open({ app: await newAppSecret() });
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
    }
  };
  const hasApp = own.factors.some(({ kind }) => kind === "totp");
  return (
    <>
      <div className={styles.buttons}>
        <Button onClick={() => void addApp()}>{hasApp ? t("replaceApp") : t("addApp")}</Button>
        {canUsePasskeys(options?.passkeys) && <Button onClick={() => open("passkey")}>{t("addPasskey")}</Button>}
      </div>
      {options !== undefined && !canUsePasskeys(options.passkeys) && (
        <p className={styles.below}>
          {options.passkeys === undefined ? t("noPasskeys") : t("passkeyElsewhere", { origin: options.passkeys })}
        </p>
      )}
    </>
  );
};

/** The user's second factors: an authenticator app, passkeys, and recovery codes. */
export const FactorPart = () => {
  const { t } = useTranslation("second-factor");
  const { t: common } = useTranslation();
  const { data: own, error, refetch } = useQuery(factorsQuery);
  const [step, setStep] = useState<FactorStep>();
  return (
    <Section title={t("title")} help={t("help")}>
      {own === undefined ? (
        <LoadingState label={common("loading")} error={error} retry={refetch} />
      ) : (
        <div className={styles.factors}>
          {own.factors.length === 0 ? (
            <p>
              {t("none")} {own.required && t("required")}
            </p>
          ) : (
            <ul className={styles.sessions}>
              {own.factors.map((factor) => (
                <FactorRow key={factor._id} factor={factor} />
              ))}
              <CodesRow left={own.recovery_codes} show={(codes) => setStep({ codes })} />
            </ul>
          )}
          <AddButtons own={own} open={setStep} />
        </div>
      )}
      <FactorDialog step={step} set={setStep} changed={readAgain} />
    </Section>
  );
};
