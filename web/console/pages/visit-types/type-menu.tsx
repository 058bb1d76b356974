import { Menu } from "@mantine/core";
import { IconDots, IconEye, IconEyeOff, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { IconButton } from "../../components/button/button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { useLocationId } from "../../data/session/location.ts";
import type { VisitTypeDraftState } from "./draft-state.ts";
import { type VisitType, visitTypesQuery } from "./queries.ts";

type TypeMenuProps = { editing: VisitTypeDraftState; type: VisitType; name: string; used: number | undefined };

/** Rare actions for a visit type: turn it on or off, remove it. */
export const TypeMenu = ({ editing: { draft, set }, type, name, used }: TypeMenuProps) => {
  const { t } = useTranslation("visit-types");
  const navigate = useNavigate();
  const location = useLocationId();
  const [asks, setAsks] = useState(false);
  const remove = async (): Promise<void> => {
    await api.request("DELETE /companies/{company_id}/visittypes/{id}", {
      params: { company_id: location, id: type._id },
    });
    queryClient.setQueryData(visitTypesQuery(location).queryKey, (all) => all?.filter(({ _id }) => _id !== type._id));
    await navigate({ to: "/at/$location/settings/visit-types", params: { location }, ignoreBlocker: true });
  };
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <IconButton label={t("more")}>
            <IconDots />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={draft.active ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />}
            onClick={() => set({ active: !draft.active })}
          >
            {draft.active ? t("switchOff") : t("switchOn")}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--bad)"
            leftSection={<IconTrash size={18} stroke={1.6} />}
            onClick={() => setAsks(true)}
          >
            {t("remove.open")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asks}
        title={t("remove.title", { name })}
        action={t("remove.action")}
        run={remove}
        close={() => setAsks(false)}
      >
        {used === undefined ? t("remove.uncounted") : t("remove.body", { count: used })}
      </Confirm>
    </>
  );
};
