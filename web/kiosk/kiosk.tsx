import { useCallback, useEffect, useMemo, useState } from "react";

import { speakLanguage } from "../shared/texts.ts";
import { accentsOf } from "../shared/colour.ts";
import { useStore } from "../shared/store.ts";
import { useWakeLock } from "../shared/use-wake-lock.ts";
import type { Door, SignOutAnswer } from "../visitor-flow/door.ts";
import { AidsScreen } from "./aids/aids-screen.tsx";
import { useAids } from "./aids/use-aids.ts";
import { readScreen } from "./aids/use-reading.ts";
import type { Device, DeviceState } from "./device/device.ts";
import { Done, Goodbye } from "./done/done.tsx";
import { Expected } from "./identify/expected.tsx";
import { SignOut } from "./identify/sign-out.tsx";
import { Idle } from "./idle/idle.tsx";
import { Pairing, PreparingScreen } from "./pairing/pairing.tsx";
import { type Aids, hasAids, NO_AIDS } from "./lib/aids.ts";
import { type KioskContextValue, KioskContext } from "./lib/kiosk-context.ts";
import { type CompletedSignIn, SignIn, type SignInStart } from "./sign-in/sign-in.tsx";
import { CodesElsewhere, type ScannedVisitor } from "./start/start-camera.tsx";
import { Start } from "./start/start.tsx";
import { useShownScreen } from "./lib/shown-screen.ts";
import { useFieldsPerScreen, useVisibleHeight } from "./lib/use-viewport.ts";

/** Where a visitor is. */
export type ScreenState =
  | { at: "start" | "aids" | "expected" | "sign-out" }
  | ({ at: "sign-in" } & SignInStart)
  | { at: "done"; arrived: CompletedSignIn }
  | { at: "goodbye"; signedOut: SignOutAnswer };

const START_SCREEN: ScreenState = { at: "start" };

const useColours = (colour: string | undefined): void => {
  useEffect(() => {
    const { style } = document.documentElement;
    const accents = Object.entries(colour === undefined ? {} : accentsOf(colour));
    for (const [name, value] of accents) style.setProperty(name, value);
    return () => {
      for (const [name] of accents) style.removeProperty(name);
    };
  }, [colour]);
};

/** The language of the screen: the location's own until the visitor chooses. Our own words are loaded with it. */
const useLanguage = ({ location }: Door) => {
  const [chosen, setChosen] = useState<string>();
  const language = chosen !== undefined && location.languages.includes(chosen) ? chosen : location.default_language;
  useEffect(() => {
    void speakLanguage(language);
  }, [language]);
  return { language, speak: setChosen };
};

/** The screen of a visitor whose code was read. */
const screenOf = (visitor: ScannedVisitor): ScreenState =>
  "recognised" in visitor ? { at: "sign-in", ...visitor } : { at: "goodbye", ...visitor };

type ScreensProps = { where: ScreenState; go: (where: ScreenState) => void; home: () => void };

const Screens = ({ where, go, home }: ScreensProps) => {
  switch (where.at) {
    case "start":
      return <Start go={(at) => go({ at })} scanned={(visitor) => go(screenOf(visitor))} />;
    case "sign-in":
      // Another visitor's code begins another sign-in.
      return (
        <SignIn
          key={where.recognised?.recognition}
          {...where}
          leave={home}
          done={(arrived) => go({ at: "done", arrived })}
        />
      );
    case "aids":
      return <AidsScreen back={() => go(START_SCREEN)} />;
    case "expected":
      return (
        <Expected
          back={home}
          go={(recognised) => go({ at: "sign-in", recognised })}
          asNew={(answers) => go({ at: "sign-in", start: { answers } })}
          signOut={() => go({ at: "sign-out" })}
        />
      );
    case "sign-out":
      return <SignOut back={home} done={(signedOut) => go({ at: "goodbye", signedOut })} />;
    case "done":
      return <Done arrived={where.arrived} end={home} addCompanion={(start) => go({ at: "sign-in", start })} />;
    case "goodbye":
      return <Goodbye signedOut={where.signedOut} end={home} />;
  }
};

/** A screen that closes by itself needs no question. */
const canIdleOut = ({ at }: ScreenState): boolean => at !== "start" && at !== "goodbye" && at !== "done";

/** The first screen, or another one that a demo begins with. `isIdle`: its visitor is asked at once whether they are still there. */
export type Opening = { where: ScreenState; isIdle?: boolean; aids?: Aids };

type PairedProps = { device: Device; state: DeviceState; door: Door; opening: Opening };

/** The visitor's language and aids, which end with the visit. */
const useVisitor = (door: Door, where: ScreenState, opening: Opening) => {
  const { language, speak } = useLanguage(door);
  const [aids, setAids] = useState(opening.aids ?? NO_AIDS);
  useColours(aids.hasContrast ? undefined : door.location.colour);
  // A visitor who looks for what is lower down must reach it.
  useAids({ ...aids, isLow: aids.isLow || where.at === "aids" }, language);
  const forget = useCallback((): void => {
    speak(door.location.default_language);
    setAids(NO_AIDS);
  }, [door.location.default_language, speak]);
  return { language, speak, aids, setAids, forget };
};

const PairedKiosk = ({ device, state, door, opening }: PairedProps) => {
  const [where, setWhere] = useState<ScreenState>(opening.where);
  const { language, speak, aids, setAids, forget } = useVisitor(door, where, opening);
  const hasKeys = door.settings.kiosk_keyboard;
  const fieldsPerScreen = useFieldsPerScreen(hasKeys);
  // What a visitor has changed before they went away is not the next one's.
  const isChanged = hasAids(aids) || language !== door.location.default_language;
  useVisibleHeight();
  useShownScreen(where.at);
  // The next visitor is met in the location's own language, and a new version of the kiosk comes between two visitors.
  const home = useCallback((): void => {
    forget();
    window.dispatchEvent(new Event("foyer-idle"));
    setWhere(START_SCREEN);
  }, [forget]);
  const value: KioskContextValue = useMemo(
    () => ({
      device,
      state,
      door,
      language,
      speak,
      fieldsPerScreen,
      hasKeys,
      aids,
      setAids,
      readScreen: () => readScreen(language),
    }),
    [device, state, door, language, speak, fieldsPerScreen, hasKeys, aids, setAids],
  );
  return (
    <KioskContext value={value}>
      {/* Before the screens: those that ask for codes themselves come after it, and take them. */}
      <CodesElsewhere scanned={(visitor) => setWhere(screenOf(visitor))} />
      <Screens where={where} go={setWhere} home={home} />
      {(canIdleOut(where) || (where.at === "start" && isChanged)) && (
        <Idle key={where.at} seconds={door.settings.kiosk_idle_seconds} isAsked={opening.isIdle} end={home} />
      )}
    </KioskContext>
  );
};

const FIRST: Opening = { where: START_SCREEN };

/** The kiosk: shows a code until it is paired, then meets visitors. */
export const Kiosk = ({ device, opening = FIRST }: { device: Device; opening?: Opening }) => {
  const state = useStore(device.state);
  const { door, phase } = state;
  useWakeLock();
  if (phase === "pairing") return <Pairing state={state} />;
  if (phase === "starting" || door === undefined) return <PreparingScreen state={state} />;
  return <PairedKiosk {...{ device, state, door, opening }} />;
};
