import { Select, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../../shared/email.ts";
import { useLanguageName, useTextLanguages } from "../../../components/language/languages.ts";
import { useLocation } from "../../../data/session/location.ts";
import type { VisitForm } from "../../../features/visit/edit/edit-fields.tsx";
import { textOf } from "../../../lib/text-value.ts";
import type { Several } from "../new-registrations.ts";

/** The language of the invitation, and whether retention passes the visitor over. */
export const MoreFields = ({ form }: { form: VisitForm }) => {
  const { t } = useTranslation("registered-visitors");
  const { default_language } = useLocation();
  const nameOfLanguage = useLanguageName();
  const languages = useTextLanguages().map((code) => ({ value: code, label: nameOfLanguage(code) }));
  return (
    <>
      <Select
        label={t("field.language_id")}
        placeholder={nameOfLanguage(default_language)}
        description={t("help.language_id")}
        data={languages}
        value={textOf(form.valueOf("language_id")) || null}
        error={form.problem("language_id")}
        clearable
        clearButtonProps={{ "aria-label": t("noLanguage") }}
        onChange={(value) => form.set("language_id", value)}
      />
      <Switch
        label={t("field.persistent")}
        description={t("help.persistent")}
        checked={form.valueOf("persistent") === true}
        onChange={(event) => form.set("persistent", event.currentTarget.checked)}
      />
    </>
  );
};

type InvitationSwitchProps = { form: VisitForm; several: Several; wanted: boolean; want: (wanted: boolean) => void };

/** Whether to send the invitation as soon as the visitor is registered. */
export const InvitationSwitch = ({ form, several: { people }, wanted, want }: InvitationSwitchProps) => {
  const { t } = useTranslation("registered-visitors");
  const addresses = people?.map(({ email }) => email) ?? [textOf(form.valueOf("email"))];
  const hasAddress = addresses.some((email) => isEmailAddress(email.trim()));
  return (
    <Switch
      label={t("sendInvitation")}
      description={hasAddress ? t("help.invitation") : t("help.noAddress")}
      disabled={!hasAddress}
      checked={hasAddress && wanted}
      onChange={(event) => want(event.currentTarget.checked)}
    />
  );
};
