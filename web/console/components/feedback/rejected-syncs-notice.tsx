import { useQuery } from "@tanstack/react-query";
import { IconCloudOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { rejectedSyncsQuery } from "../../data/lists/status-queries.ts";
import { useLocationId } from "../../data/session/location.ts";
import { ButtonLink } from "../button/button.tsx";
import { Notice } from "./notice.tsx";

/** Says that a kiosk's sign-ins were rejected, and leads to them. Nothing if all were accepted. */
export const RejectedSyncsNotice = () => {
  const { t } = useTranslation();
  const location = useLocationId();
  const { data = [] } = useQuery(rejectedSyncsQuery(location));
  const open = data.filter(({ decision }) => decision === undefined).length;
  if (open === 0) return null;
  return (
    <Notice
      icon={<IconCloudOff stroke={1.6} />}
      title={t("rejectedSyncs.title", { count: open })}
      action={
        <ButtonLink size="row" to="/at/$location/undelivered" params={{ location }}>
          {t("rejectedSyncs.look")}
        </ButtonLink>
      }
    >
      {t("rejectedSyncs.help")}
    </Notice>
  );
};
