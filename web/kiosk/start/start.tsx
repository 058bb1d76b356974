import { IconAccessible, IconLogout2 } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { pictureSource } from "../../../shared/stored-picture.ts";
import { formatDayHeading, formatTime } from "../../shared/format.ts";
import { SideButton } from "../components/button.tsx";
import { LanguageButton, LanguageRow } from "../components/languages.tsx";
import { LocationLogo } from "../components/location-logo.tsx";
import { NetworkLine } from "../components/network-line.tsx";
import { serverTime } from "../device/clock.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { ExpectedDoor, SignInDoor } from "./doors.tsx";
import { type ScannedVisitor, StartCodes } from "./start-camera.tsx";
import styles from "./start.module.css";

/** The visitor's choice on the first screen. */
export type StartChoice = "aids" | "sign-in" | "expected" | "sign-out";

type StartProps = {
  go: (way: StartChoice) => void;
  /** A scanned code identified the visitor. */
  scanned: (visitor: ScannedVisitor) => void;
};

const CLOCK_MS = 1000;
const NOON = 12;
const EVENING = 18;

const useNow = (): Date => {
  const [now, setNow] = useState(serverTime);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
};

const greetingOf = (now: Date, timeZone: string): "morning" | "afternoon" | "evening" => {
  const hour = Number(formatTime(now, { language: "en", timeZone }).slice(0, 2));
  return hour < NOON ? "morning" : hour < EVENING ? "afternoon" : "evening";
};

const Greeting = ({ scanned }: Pick<StartProps, "scanned">) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const now = useNow();
  const { timezone } = door.location;
  const writing = { language, timeZone: timezone };
  return (
    <div className={styles.greeting}>
      <p className={styles.when}>
        <strong>{formatTime(now, writing)}</strong>
        {formatDayHeading(now, writing, now)}
      </p>
      <h1>
        {t(`start.${greetingOf(now, timezone)}`)} <br />
        {t("start.comeIn")}
      </h1>
      <p className={styles.sub}>{t("start.sub")}</p>
      <StartCodes scanned={scanned} />
    </div>
  );
};

/** The most shown side by side. */
const IN_ROW_MAX = 5;

/** All languages if there is room, otherwise a button with the current one that opens the others. */
const Languages = () => {
  const { languages } = useKioskContext().door.location;
  if (languages.length > IN_ROW_MAX) return <LanguageButton />;
  return (
    <>
      <span className={styles.long}>
        <LanguageRow />
      </span>
      <span className={styles.short}>
        <LanguageButton />
      </span>
    </>
  );
};

/** The first screen: two doors as large as hands, sign-out quieter and apart. */
export const Start = ({ go, scanned }: StartProps) => {
  const { t } = useTranslation();
  const { door } = useKioskContext();
  const { location, settings, visit_types } = door;
  const background = pictureSource(location.background);
  const mayBeExpected = visit_types.length === 0 || visit_types.some(({ expected }) => expected);
  return (
    <div className={styles.start}>
      {background !== undefined && (
        <div className={styles.background} style={{ backgroundImage: `url("${background}")` }} />
      )}
      <header className={styles.header}>
        <LocationLogo location={location} />
        <Languages />
      </header>
      <NetworkLine />
      <main className={styles.main}>
        <Greeting scanned={scanned} />
        <div className={styles.out}>
          {settings.kiosk_sign_out_button && (
            <SideButton icon={<IconLogout2 size={26} stroke={1.8} aria-hidden="true" />} onClick={() => go("sign-out")}>
              {t("start.signOut")}
            </SideButton>
          )}
          <SideButton
            icon={<IconAccessible size={26} stroke={1.8} aria-hidden="true" />}
            aria-label={t("aids.title")}
            onClick={() => go("aids")}
          >
            <span className={styles.name}>{t("aids.title")}</span>
          </SideButton>
        </div>
        <div className={styles.doors}>
          <SignInDoor onOpen={() => go("sign-in")} />
          {mayBeExpected && <ExpectedDoor onOpen={() => go("expected")} />}
        </div>
      </main>
      <div className={styles.floor} />
    </div>
  );
};
