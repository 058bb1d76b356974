import { useQuery } from "@tanstack/react-query";
import { IconDeviceTablet, IconDeviceTabletPlus, IconEye } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { dayOf, formatDayTime } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button, NewTabLink } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { NoticesBelow } from "../../components/feedback/notice.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { RecordList, RecordRow } from "../../components/table/record-row.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { RejectedSyncsNotice } from "../../components/feedback/rejected-syncs-notice.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { type Device, devicesQuery } from "../../data/lists/status-queries.ts";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import styles from "./devices.module.css";
import { DeviceProblems, needsLook, useHealthLine } from "./device-health.tsx";
import { DeviceMenu } from "./device-menu.tsx";
import { EditDevice } from "./edit-device.tsx";
import { PairDevice } from "./pair-device.tsx";

const Seen = ({ device: { online, last_seen } }: { device: Device }) => {
  const { t } = useTranslation("devices");
  const writing = useFormatContext();
  const [now] = useState(() => new Date());
  if (online) return <StatusLabel kind="inside">{t("online")}</StatusLabel>;
  if (last_seen === undefined) return <StatusLabel kind="quiet">{t("never")}</StatusLabel>;
  const when = formatDayTime(new Date(last_seen), writing, dayOf(now, writing.timeZone));
  return <StatusLabel kind="warning">{t("offline", { when })}</StatusLabel>;
};

const DeviceRow = ({ device }: { device: Device }) => {
  const { t } = useTranslation("devices");
  const entryPoints = useEntryPoints();
  const health = useHealthLine(device);
  const [edits, setEdits] = useState(false);
  if (edits) return <EditDevice device={device} close={() => setEdits(false)} />;
  const entryPoint = entryPoints.find(({ _id }) => _id === device.entrypoint_id)?.name;
  const about = [
    entryPoint ?? t("noDoor"),
    ...(device.app_version === undefined ? [] : [t("app", { version: device.app_version })]),
    ...health,
  ];
  return (
    <RecordRow
      icon={<IconDeviceTablet size={18} stroke={1.6} />}
      title={device.name}
      below={
        <span className={styles.below}>
          <DeviceProblems device={device} />
          <span>{about.join(" · ")}</span>
        </span>
      }
      end={
        <>
          <Seen device={device} />
          <DeviceMenu device={device} edit={() => setEdits(true)} />
        </>
      }
    />
  );
};

/** What kiosks say of themselves comes without an event. */
const HEALTH_MS = 60_000;

/** Those that need attention come first. */
const inOrder = (devices: readonly Device[]): Device[] =>
  devices.toSorted((a, b) => Number(needsLook(b)) - Number(needsLook(a)));

/** The kiosks of the location: which are online, and how another is paired. */
export const DevicesPage = () => {
  const { t } = useTranslation("devices");
  const location = useLocationId();
  const { data: devices, error, refetch } = useQuery({ ...devicesQuery(location), refetchInterval: HEALTH_MS });
  const [pair, setPair] = useAddressState("pair");
  const pairs = pair !== undefined;
  const open = (
    <Button kind="primary" icon={<IconDeviceTabletPlus />} hidden={pairs} onClick={() => setPair("new")}>
      {t("pair")}
    </Button>
  );
  const preview = (
    <NewTabLink iconOnly={useBreakpoint() === "phone"} icon={<IconEye />} href={`/kiosk/preview?location=${location}`}>
      {t("preview")}
    </NewTabLink>
  );
  const actions = (
    <>
      {preview}
      {devices !== undefined && devices.length > 0 && open}
    </>
  );
  return (
    <PageLayout title={t("title")} note={devices?.length} actions={actions}>
      {pairs && <PairDevice close={() => setPair(undefined)} />}
      {devices !== undefined && devices.length > 0 && (
        <RecordList>
          {inOrder(devices).map((device) => (
            <DeviceRow key={device._id} device={device} />
          ))}
        </RecordList>
      )}
      {devices?.length === 0 && !pairs && (
        <Empty title={t("none")} action={open}>
          {t("noneHelp")}
        </Empty>
      )}
      {devices === undefined && <LoadingState label={t("title")} error={error} retry={refetch} />}
      <NoticesBelow>
        <RejectedSyncsNotice />
      </NoticesBelow>
    </PageLayout>
  );
};
