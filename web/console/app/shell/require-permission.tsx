import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useLocationId } from "../../data/session/location.ts";
import type { Permission } from "../../../../shared/roles.ts";
import { useCan, useMe } from "../../data/session/session.ts";
import { ButtonLink } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageTitle } from "../../components/layout/page-title.tsx";

type RequirePermissionProps = {
  permission: Permission;
  /** The page is drawn without the shell, which would be its landmark. */
  isFullScreen?: boolean;
  children: ReactNode;
};

const NoPermission = () => {
  const { t } = useTranslation();
  const location = useLocationId();
  const { role } = useMe();
  const back = (
    <ButtonLink to="/at/$location/reception" params={{ location }}>
      {t("nav.reception")}
    </ButtonLink>
  );
  return (
    <Empty title={<PageTitle>{t("notHere")}</PageTitle>} action={back}>
      {t("notHereHelp", { role: t(`role.${role}`) })}
    </Empty>
  );
};

/** Shows a page only with the permission; users without it came by an address that no link has (rules 4). */
export const RequirePermission = ({ permission, isFullScreen = false, children }: RequirePermissionProps) => {
  if (useCan(permission)) return children;
  return isFullScreen ? (
    <main>
      <NoPermission />
    </main>
  ) : (
    <NoPermission />
  );
};
