import { useQuery } from "@tanstack/react-query";
import { IconDeviceTablet, IconDeviceTabletPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { dayOf, formatShortDay, formatTime } from "../../shared/format.ts";
import { Button } from "../components/button.tsx";
import { Empty } from "../components/empty.tsx";
import { Only } from "../components/only.tsx";
import { Page as Sheet } from "../components/page.tsx";
import { RecordList, RecordRow } from "../components/record-row.tsx";
import { State } from "../components/state.tsx";
import { UndeliveredNotice } from "../components/undelivered-notice.tsx";
import { Waiting } from "../components/waiting.tsx";
import { type Device, devicesQuery } from "../counts.ts";
import { useLocationId, useWriting } from "../location.ts";
import { useDoors } from "../today.ts";
import { DeviceMenu } from "./device-menu.tsx";
import { EditDevice } from "./edit-device.tsx";
import { Pair } from "./pair.tsx";

const Seen = ({ device: { online, last_seen } }: { device: Device }) => {
  const { t } = useTranslation("devices");
  const writing = useWriting();
  const [now] = useState(() => new Date());
  if (online) return <State kind="inside">{t("online")}</State>;
  if (last_seen === undefined) return <State kind="quiet">{t("never")}</State>;
  const at = new Date(last_seen);
  const isToday = dayOf(at, writing.timeZone) === dayOf(now, writing.timeZone);
  const when = isToday ? formatTime(at, writing) : `${formatShortDay(at, writing)}, ${formatTime(at, writing)}`;
  return <State kind="late">{t("offline", { when })}</State>;
};

const DeviceRow = ({ device }: { device: Device }) => {
  const { t } = useTranslation("devices");
  const doors = useDoors();
  const [edits, setEdits] = useState(false);
  if (edits) return <EditDevice device={device} close={() => setEdits(false)} />;
  const door = doors.find(({ _id }) => _id === device.entrypoint_id)?.name;
  const about = [
    door ?? t("noDoor"),
    ...(device.app_version === undefined ? [] : [t("app", { version: device.app_version })]),
  ];
  return (
    <RecordRow
      icon={<IconDeviceTablet size={18} stroke={1.6} />}
      title={device.name}
      below={about.join(" · ")}
      end={
        <>
          <Seen device={device} />
          <DeviceMenu device={device} edit={() => setEdits(true)} />
        </>
      }
    />
  );
};

const Inner = () => {
  const { t } = useTranslation("devices");
  const { data: devices, error, refetch } = useQuery(devicesQuery(useLocationId()));
  const [pairs, setPairs] = useState(false);
  const open = (
    <Button kind="primary" icon={<IconDeviceTabletPlus />} hidden={pairs} onClick={() => setPairs(true)}>
      {t("pair")}
    </Button>
  );
  return (
    <Sheet title={t("title")} note={devices?.length} actions={devices !== undefined && devices.length > 0 && open}>
      <UndeliveredNotice />
      {pairs && <Pair close={() => setPairs(false)} />}
      {devices !== undefined && devices.length > 0 && (
        <RecordList>
          {devices.map((device) => (
            <DeviceRow key={device._id} device={device} />
          ))}
        </RecordList>
      )}
      {devices?.length === 0 && !pairs && (
        <Empty title={t("none")} action={open}>
          {t("noneHelp")}
        </Empty>
      )}
      {devices === undefined && <Waiting label={t("title")} error={error} again={refetch} />}
    </Sheet>
  );
};

/** The kiosks of the location: which are online, and how another is paired. */
export const Page = () => (
  <Only may="location.manage">
    <Inner />
  </Only>
);
