import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../../shared/email.ts";
import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";

/** Whether links were sent to the address that is being changed, and may be in the wrong hands. */
const wasInvited = (person: RegisteredVisitor | undefined): person is RegisteredVisitor & { email: string } =>
  person?.email !== undefined && person.status !== "created";

/** What a changed address does to an invitation that was sent (rules 5.5). */
export const useAddressHint = (person: RegisteredVisitor | undefined): ((typed: string) => string | undefined) => {
  const { t } = useTranslation("registered-visitors");
  return (typed) => {
    if (!wasInvited(person) || typed.trim().toLowerCase() === person.email.trim().toLowerCase()) return undefined;
    const { email } = person;
    return isEmailAddress(typed.trim()) ? t("help.newAddress", { email }) : t("help.noNewAddress", { email });
  };
};
