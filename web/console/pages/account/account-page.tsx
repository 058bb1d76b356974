import { TextInput } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { problemAt, useDraft } from "../../components/edits/use-draft.ts";
import { PageLayout, Section } from "../../components/layout/page-layout.tsx";
import { Fact, Facts } from "../../components/layout/panel.tsx";
import { UnsavedBar } from "../../components/edits/unsaved-bar.tsx";
import { LocationNames } from "../../components/layout/location-picker.tsx";
import { logOut } from "../../data/session/log-out.ts";
import { useMe } from "../../data/session/session.ts";
import styles from "./account.module.css";
import { ConsolePart } from "./console-part.tsx";
import { FactorPart } from "./second-factor/factor-part.tsx";
import { PasswordPart } from "./password-part.tsx";
import { updateProfile } from "./sessions.ts";
import { SessionsPart } from "./sessions-part.tsx";

type Names = { first_name: string; last_name: string };
const NAMES = ["first_name", "last_name"] as const;

const useNames = () => {
  const { first_name = "", last_name = "" } = useMe();
  return useDraft<Names>({ first_name, last_name }, (changed) =>
    updateProfile(Object.fromEntries(Object.entries(changed).map(([name, text]) => [name, text.trim() || null]))),
  );
};

const You = ({ names }: { names: ReturnType<typeof useNames> }) => {
  const { t } = useTranslation("account");
  const { t: common } = useTranslation();
  const me = useMe();
  const { draft, set, problem } = names;
  return (
    <Section title={t("you")}>
      <div className={styles.fields}>
        <div className={styles.pair}>
          {NAMES.map((name) => (
            <TextInput
              key={name}
              label={t(name)}
              autoComplete={name === "first_name" ? "given-name" : "family-name"}
              value={draft[name]}
              error={problemAt(problem, name)}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          ))}
        </div>
        <div className={styles.facts}>
          <Facts>
            <Fact name={t("email")}>{me.email}</Fact>
            <Fact name={t("role")}>{common(`role.${me.role}`)}</Fact>
            <Fact name={common("locations")}>
              {me.role === "global_admin" ? t("all") : <LocationNames ids={me.companies} />}
            </Fact>
          </Facts>
        </div>
        <p className={styles.help}>{t("youHelp")}</p>
      </div>
    </Section>
  );
};

const LogOut = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await logOut();
    await navigate({ to: "/login" });
  };
  return (
    <Button icon={<IconLogout />} onClick={() => void leave()}>
      {t("logOut")}
    </Button>
  );
};

/** What is the user's own: name, how the console is, password, and where they are logged in. */
export const AccountPage = () => {
  const { t } = useTranslation("account");
  const names = useNames();
  return (
    <PageLayout title={t("title")} actions={<LogOut />}>
      <You names={names} />
      <ConsolePart />
      <PasswordPart />
      <FactorPart />
      <SessionsPart />
      <UnsavedBar {...names} />
    </PageLayout>
  );
};
