import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { errorMessage } from "../../../data/api/error-message.ts";
import type { ReauthPrompt } from "../../../data/api/reauthentication.ts";
import { optionsQuery } from "../../../data/session/session.ts";
import { CodeForm } from "../../../features/second-factor/code-form.tsx";
import { confirmByCode, confirmByPasskey, factorsQuery } from "../../../features/second-factor/factors.ts";
import { canUsePasskeys } from "../../../features/second-factor/passkey.ts";
import styles from "../reauth-host.module.css";

type ByFactorProps = { prompt: ReauthPrompt; own: Record<string, string>; cancel: ReactNode };

/** A user with a second factor confirms with that: a password can be known to others. */
export const ByFactor = ({ prompt, own, cancel }: ByFactorProps) => {
  const { t } = useTranslation("reauthentication");
  const { t: factor } = useTranslation("second-factor");
  const { data: factors } = useQuery(factorsQuery);
  const { data: options } = useQuery(optionsQuery);
  if (factors === undefined) return null;
  const has = (kind: "totp" | "passkey"): boolean => factors.factors.some((one) => one.kind === kind);
  const confirmed = (first: () => Promise<void>) => async () => {
    await first();
    if (await prompt.retry()) prompt.close();
  };
  return (
    <>
      <p className={styles.body}>{has("totp") ? factor("confirmCode") : factor("confirmPasskey")}</p>
      <CodeForm
        action={t("confirm")}
        size="normal"
        hasApp={has("totp")}
        words={errorMessage}
        enter={(code) => confirmed(() => confirmByCode(code))()}
        byPasskey={has("passkey") && canUsePasskeys(options?.passkeys) ? confirmed(confirmByPasskey) : undefined}
        own={own}
      >
        {cancel}
      </CodeForm>
    </>
  );
};
