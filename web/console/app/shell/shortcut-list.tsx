import { Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { KeyHint } from "../../components/button/key-hint.tsx";
import { useRestoreFocus } from "../../components/focus/restore-focus.ts";
import { can, type Permission } from "../../../../shared/roles.ts";
import { savePreference, areShortcutsEnabled } from "../../lib/preferences.ts";
import { useMe } from "../../data/session/session.ts";
import styles from "./shortcut-list.module.css";
import { DAILY, SHORTCUTS } from "../../data/pages.ts";

const OTHERS: readonly (readonly [key: string, name: string, permission?: Permission])[] = [
  ["/", "search"],
  ["Ctrl K", "palette"],
  ...SHORTCUTS.map(({ shortcut = "", key = "", permission }) => [shortcut.toUpperCase(), key, permission] as const),
  ["J K", "rows"],
  ["O", "open"],
  ["1 2 3 4", "lists"],
  ["A", "approve", "visits.write"],
  ["R", "reject", "visits.write"],
  ["Z", "undo"],
  ["?", "all"],
];

/** All keys, and the switch that turns the single ones off (WCAG 2.1.4). */
export const ShortcutList = ({ close }: { close: () => void }) => {
  const { t } = useTranslation();
  const { role } = useMe();
  useRestoreFocus(true);
  const isAllowed = (permission: Permission | undefined): boolean => permission === undefined || can(role, permission);
  const [on, setOn] = useState(areShortcutsEnabled());
  const turn = (next: boolean): void => {
    savePreference("keys", next);
    setOn(next);
  };
  return (
    <Modal
      opened
      onClose={close}
      title={<span className={styles.title}>{t("keys.title")}</span>}
      withCloseButton
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <dl className={styles.list}>
        {OTHERS.filter(([, , permission]) => isAllowed(permission)).map(([key, name]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
            <dd>
              <KeyHint>{key}</KeyHint>
            </dd>
          </div>
        ))}
        {DAILY.filter(({ permission }) => isAllowed(permission)).map(({ key, letter = "" }) => (
          <div key={key}>
            <dt>{t(`nav.${key}`)}</dt>
            <dd>
              <KeyHint>G</KeyHint> <KeyHint>{letter.toUpperCase()}</KeyHint>
            </dd>
          </div>
        ))}
      </dl>
      <Switch label={t("keys.on")} checked={on} onChange={(event) => turn(event.currentTarget.checked)} />
    </Modal>
  );
};
