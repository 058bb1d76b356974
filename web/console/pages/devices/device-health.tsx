import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { dayOf, formatTime } from "../../../shared/format.ts";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import type { Device } from "../../data/lists/status-queries.ts";

type Health = NonNullable<Device["health"]>;

const LOW_BATTERY = 20;
const LOW_STORAGE_MB = 100;
/** A clock that is off by more makes visitors doubt the time on the screen. */
const SKEW_SECONDS = 120;
const MINUTE_S = 60;

/** What is wrong with a kiosk, the most urgent first: keys of the texts below `health`. */
const problemsOf = ({ battery, charging, camera, storage_mb, clock_skew_seconds }: Health): string[] => [
  ...(charging === false && battery !== undefined && battery <= LOW_BATTERY ? ["batteryLow"] : []),
  ...(charging === false && (battery ?? 0) > LOW_BATTERY ? ["unplugged"] : []),
  ...(camera === "blocked" ? [camera] : []),
  ...(storage_mb !== undefined && storage_mb < LOW_STORAGE_MB ? ["storageLow"] : []),
  ...(Math.abs(clock_skew_seconds) > SKEW_SECONDS ? ["clock"] : []),
];

/** Whether a kiosk needs a look: it was here and is silent, or its device has a problem. */
export const needsLook = ({ online, last_seen, health }: Device): boolean =>
  online ? health !== undefined && problemsOf(health).length > 0 : last_seen !== undefined;

const detailsOf = (health: Health, t: TFunction<"devices">, time: (instant: string) => string): string[] => {
  const { battery, camera, charging, printer, screen, last_touch } = health;
  return [
    ...(screen === undefined ? [] : [t(`screen.${screen}`)]),
    t("health.touched", { when: time(last_touch) }),
    ...(battery === undefined ? [] : [t(charging === true ? "health.charging" : "health.battery", { battery })]),
    ...(camera === "absent" ? [t("health.absent")] : []),
    ...(printer === undefined
      ? []
      : [printer === "none" ? t("health.noPrinter") : t("health.printer", { label: printer })]),
  ];
};

/** What is wrong with a kiosk that is online, in a word each. */
export const DeviceProblems = ({ device: { online, health } }: { device: Device }) => {
  const { t } = useTranslation("devices");
  if (!online || health === undefined) return null;
  const minutes = Math.round(Math.abs(health.clock_skew_seconds) / MINUTE_S);
  return problemsOf(health).map((problem) => (
    <StatusLabel key={problem} kind="warning">
      {t(`health.${problem}`, { battery: health.battery, count: minutes })}
    </StatusLabel>
  ));
};

/** What a kiosk that is online last said of itself, in one line. */
export const useHealthLine = ({ online, health }: Device): string[] => {
  const { t } = useTranslation("devices");
  const writing = useFormatContext();
  const [now] = useState(() => new Date());
  if (!online || health === undefined) return [];
  const isToday = (at: Date): boolean => dayOf(at, writing.timeZone) === dayOf(now, writing.timeZone);
  return detailsOf(health, t, (instant) => {
    const at = new Date(instant);
    return isToday(at) ? formatTime(at, writing) : t("health.longAgo");
  });
};
