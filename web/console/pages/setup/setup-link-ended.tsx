import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { EntranceLayout } from "../../components/layout/entrance-layout.tsx";
import { LanguageSwitch } from "../../components/language/language-switch.tsx";

/** For an expired link, or none at all: what to do instead. */
export const SetupLinkEnded = () => {
  const { t } = useTranslation("setup");
  const navigate = useNavigate();
  return (
    <EntranceLayout title={t("ended")} help={t("endedHelp")} open={0} foot={<LanguageSwitch />}>
      <Button kind="primary" size="setup" onClick={() => void navigate({ to: "/login" })}>
        {t("logIn")}
      </Button>
    </EntranceLayout>
  );
};
