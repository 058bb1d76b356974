import { Menu } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { IconButton } from "../../components/button/button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import type { Device } from "../../data/lists/status-queries.ts";
import { devicesQuery } from "../../data/lists/status-queries.ts";
import { useLocationId } from "../../data/session/location.ts";

/** What can be done with a kiosk: change its name and entrance, or end its access. */
export const DeviceMenu = ({ device, edit }: { device: Device; edit: () => void }) => {
  const { t } = useTranslation("devices");
  const location = useLocationId();
  const [asks, setAsks] = useState(false);
  const { name } = device;
  const remove = async (): Promise<void> => {
    await api.request("DELETE /companies/{company_id}/devices/{id}", {
      params: { company_id: location, id: device._id },
    });
    await queryClient.invalidateQueries({ queryKey: devicesQuery(location).queryKey });
  };
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <IconButton label={t("actions", { name })}>
            <IconDots />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.6} />} onClick={edit}>
            {t("edit")}
          </Menu.Item>
          <Menu.Item
            color="var(--bad)"
            leftSection={<IconTrash size={18} stroke={1.6} />}
            onClick={() => setAsks(true)}
          >
            {t("revoke.open")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        opened={asks}
        title={t("revoke.title", { name })}
        action={t("revoke.action")}
        run={remove}
        close={() => setAsks(false)}
      >
        {t("revoke.body")}
      </Confirm>
    </>
  );
};
