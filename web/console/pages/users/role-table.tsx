import { IconCheck, IconMinus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { can, type Permission, type Role } from "../../../../shared/roles.ts";
import styles from "./role-table.module.css";

const ROWS: readonly Permission[] = [
  "visits.read",
  "visits.mark_safe",
  "visits.write",
  "records.erase",
  "reports.read",
  "registered_visitors",
  "hosts.read",
  "hosts.write",
  "location.manage",
  "users.manage",
  "service.manage",
];

/** The permissions of a role, as in rules 4. */
export const RoleTable = ({ role }: { role: Role }) => {
  const { t } = useTranslation("users");
  const { t: common } = useTranslation();
  return (
    <div>
      <h3 className={styles.title}>{t("may", { role: common(`role.${role}`) })}</h3>
      <ul className={styles.list}>
        {ROWS.map((permission) => {
          const has = can(role, permission);
          return (
            <li key={permission} data-has={has || undefined}>
              {has ? (
                <IconCheck size={16} stroke={1.8} aria-hidden="true" />
              ) : (
                <IconMinus size={16} stroke={1.6} aria-hidden="true" />
              )}
              <span>
                {t(`permission.${permission.replace(".", "_")}`)}
                {!has && <span className="hidden"> ({t("mayNot")})</span>}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
};
