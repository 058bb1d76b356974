import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";

import confirm from "../../../components/feedback/confirm.module.css";
import { showToast } from "../../../components/feedback/toast.tsx";
import { useRestoreFocus } from "../../../components/focus/restore-focus.ts";
import { useMe } from "../../../data/session/session.ts";
import { AppSetup } from "../../../features/second-factor/app-setup.tsx";
import type { AddedFactor, AppSecret } from "../../../features/second-factor/factors.ts";
import { PasskeySetup } from "../../../features/second-factor/passkey-setup.tsx";
import { RecoveryCodes } from "../../../features/second-factor/recovery-codes.tsx";

/** What the dialog does: adds an app or a passkey, or shows recovery codes. */
export type FactorStep = { app: AppSecret } | "passkey" | { codes: readonly string[] } | undefined;

type FactorDialogProps = {
  step: FactorStep;
  set: (step: FactorStep) => void;
  /** After a factor was added. */
  changed: () => Promise<void>;
};

/** Adds a second factor, and shows the recovery codes that come with the first. */
export const FactorDialog = ({ step, set, changed }: FactorDialogProps) => {
  const { t } = useTranslation("second-factor");
  const { email } = useMe();
  useRestoreFocus(step !== undefined);
  const close = (): void => set(undefined);
  const added = (words: string, { recovery_codes: codes }: AddedFactor): void => {
    void changed();
    showToast({ words });
    set(codes === undefined ? undefined : { codes });
  };
  const showsCodes = typeof step === "object" && "codes" in step;
  const title = showsCodes ? t("codes") : step === "passkey" ? t("addPasskey") : t("addApp");
  return (
    <Modal
      opened={step !== undefined}
      onClose={close}
      // The codes are shown once: only their own button closes them.
      closeOnClickOutside={false}
      closeOnEscape={!showsCodes}
      title={<span className={confirm.title}>{title}</span>}
    >
      {showsCodes && <RecoveryCodes codes={step.codes} email={email} done={close} />}
      {step === "passkey" && (
        <PasskeySetup added={(factor, name) => added(t("passkeyAdded", { name }), factor)} back={close} />
      )}
      {typeof step === "object" && "app" in step && (
        <AppSetup app={step.app} added={(factor) => added(t("appAdded"), factor)} back={close} />
      )}
    </Modal>
  );
};
