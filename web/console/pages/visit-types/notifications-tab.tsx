import { Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";

import { formatChannel } from "../../../shared/format.ts";
import { problemAt } from "../../components/edits/use-draft.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import type { VisitTypeDraftState } from "./draft-state.ts";
import { Message } from "./preview/message.tsx";
import styles from "./preview/message.module.css";
import { usePlaceholders } from "./placeholders.ts";
import { writeText } from "./texts-tab.tsx";

/** Most characters of a subject, a text and an SMS (docs/notification-templates.md). */
const LENGTHS = { subject: 200, text: 5000, sms: 480 } as const;

const GROUPS = [
  { key: "sign_in", switch: "email_in", parts: ["subject", "text"] },
  { key: "sign_in_sms", switch: "sms_in", parts: ["sms"] },
  { key: "sign_out", switch: "email_out", parts: ["subject", "text"] },
] as const;

type Group = { key: string; parts: readonly (keyof typeof LENGTHS)[] };
type TextKey = `notification_${"sign_in" | "sign_out" | "screening" | "confirmation"}_${"subject" | "text"}`;

const keyOf = (group: string, part: string): TextKey => `notification_${group.replace(/_sms$/, "")}_${part}` as TextKey;

/** The custom texts of one notification; without any, Foyer's are sent. */
export const CustomMessageTexts = ({
  editing,
  group,
  signs,
}: {
  editing: VisitTypeDraftState;
  group: Group;
  signs: readonly string[];
}) => {
  const { t } = useTranslation("visit-types");
  const { draft, problem, setLanguage } = editing;
  const placeholders = usePlaceholders(draft, signs);
  const keys = group.parts.map((part) => ({ part, key: keyOf(group.key, part) }));
  const [isOpen] = useState(keys.some(({ key }) => Object.keys(draft.translations[key] ?? {}).length > 0));
  return (
    <details className={styles.own} open={isOpen}>
      <summary>{t("ownWords")}</summary>
      <div className={styles.parts}>
        {keys.map(({ part, key }) => (
          <Message
            key={key}
            name={key}
            label={t(`part.${part}`)}
            long={part !== "subject"}
            maxLength={LENGTHS[part]}
            whenEmpty={t("ourWords")}
            texts={draft.translations[key] ?? {}}
            placeholders={part === "subject" ? placeholders.slice(0, signs.length) : placeholders}
            error={problemAt(problem, `translations.${key}`)}
            onLanguage={setLanguage}
            onChange={writeText(editing, key)}
          />
        ))}
        <p className={styles.braces}>
          <Trans ns="visit-types" i18nKey="braces" components={{ code: <code /> }} />
        </p>
      </div>
    </details>
  );
};

/** The switches of the other channels, which have no custom texts: `mattermost_in`. */
const otherFlags = (flags: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(flags).filter((flag) => GROUPS.every((group) => group.switch !== flag));

const SIGNS = ["visitor", "location", "entrance", "date", "time", "telephone_number"];

/** After how long a visit signs out by itself. */
const EndsAfter = ({ editing: { draft, set, problem } }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  return (
    <Section>
      <TextInput
        label={t("endsAfter")}
        description={t("endsAfterHelp")}
        inputWrapperOrder={["label", "input", "description", "error"]}
        inputMode="numeric"
        maw={280}
        value={draft.ends_after_minutes}
        error={problemAt(problem, "ends_after_minutes") === undefined ? undefined : t("endsAfterWrong")}
        onChange={(event) => set({ ends_after_minutes: event.currentTarget.value.replaceAll(/\D/g, "") })}
      />
    </Section>
  );
};

/** Which events the host is notified of, by which channels, and with which texts; and whether a visit ends by itself. */
export const NotificationsTab = ({ editing }: { editing: VisitTypeDraftState }) => {
  const { t } = useTranslation("visit-types");
  const { draft, set } = editing;
  const flags: Readonly<Record<string, boolean>> = draft.host_notifications;
  const turn = (flag: string, on: boolean): void =>
    set({ host_notifications: { ...draft.host_notifications, [flag]: on } });
  return (
    <>
      {GROUPS.map((group) => (
        <Section key={group.key}>
          <Switch
            label={t(`notify.${group.key}`)}
            description={t(`notifyHelp.${group.key}`)}
            checked={draft.host_notifications[group.switch]}
            onChange={(event) => turn(group.switch, event.currentTarget.checked)}
          />
          {draft.host_notifications[group.switch] && (
            <CustomMessageTexts editing={editing} group={group} signs={SIGNS} />
          )}
        </Section>
      ))}
      {otherFlags(flags).map((flag) => {
        const [, channel = "", at = ""] = /^(.*)_(in|out)$/.exec(flag) ?? [];
        return (
          <Section key={flag}>
            <Switch
              label={t(`notify.other_${at}`, { channel: formatChannel(channel) })}
              checked={flags[flag] === true}
              onChange={(event) => turn(flag, event.currentTarget.checked)}
            />
          </Section>
        );
      })}
      <EndsAfter editing={editing} />
    </>
  );
};
