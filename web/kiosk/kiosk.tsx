import { useCallback, useEffect, useMemo, useState } from "react";

import { speakLanguage } from "../shared/texts.ts";
import { accentsOf } from "../shared/colour.ts";
import { useStore } from "../shared/store.ts";
import { useWakeLock } from "../shared/use-wake-lock.ts";
import type { Door, SignOutAnswer } from "../visitor-flow/door.ts";
import type { Device, DeviceState } from "./device/device.ts";
import { Done, Goodbye } from "./done/done.tsx";
import { Expected } from "./identify/expected.tsx";
import { SignOut } from "./identify/sign-out.tsx";
import { Idle } from "./idle/idle.tsx";
import { Pairing, Preparing } from "./pairing/pairing.tsx";
import { type KioskContextValue, KioskContext } from "./lib/kiosk-context.ts";
import { type CompletedSignIn, SignIn, type SignInStart } from "./sign-in/sign-in.tsx";
import { Start } from "./start/start.tsx";
import { useFieldsPerScreen, useVisibleHeight } from "./lib/use-viewport.ts";

/** Where a visitor is. */
export type ScreenState =
  | { at: "start" | "expected" | "sign-out" }
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

const Screens = ({ where, go }: { where: ScreenState; go: (where: ScreenState) => void }) => {
  const home = (): void => go(START_SCREEN);
  switch (where.at) {
    case "start":
      return (
        <Start
          go={(at) => go({ at })}
          scanned={(visitor) =>
            go("recognised" in visitor ? { at: "sign-in", ...visitor } : { at: "goodbye", ...visitor })
          }
        />
      );
    case "sign-in":
      return <SignIn {...where} leave={home} done={(arrived) => go({ at: "done", arrived })} />;
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
      return <Done arrived={where.arrived} end={home} />;
    case "goodbye":
      return <Goodbye signedOut={where.signedOut} end={home} />;
  }
};

/** A screen that closes by itself needs no question; one on which a visitor waits does. */
const canIdleOut = (where: ScreenState): boolean =>
  where.at === "done" ? where.arrived.signedIn.approval === "pending" : where.at !== "start" && where.at !== "goodbye";

/** The first screen, or another one that a demo begins with. `isIdle`: its visitor is asked at once whether they are still there. */
export type Opening = { where: ScreenState; isIdle?: boolean };

type PairedProps = { device: Device; state: DeviceState; door: Door; opening: Opening };

const Paired = ({ device, state, door, opening }: PairedProps) => {
  const [where, setWhere] = useState<ScreenState>(opening.where);
  const { language, speak } = useLanguage(door);
  const hasKeys = door.settings.kiosk_keyboard;
  const room = useFieldsPerScreen(hasKeys);
  useVisibleHeight();
  useColours(door.location.colour);
  const go = useCallback(
    (next: ScreenState): void => {
      // The next visitor is met in the location's own language, and a new version of the kiosk comes between two visitors.
      if (next.at === "start") {
        speak(door.location.default_language);
        window.dispatchEvent(new Event("foyer-idle"));
      }
      setWhere(next);
    },
    [door.location.default_language, speak],
  );
  const place: KioskContextValue = useMemo(
    () => ({ device, state, door, language, speak, room, hasKeys }),
    [device, state, door, language, speak, room, hasKeys],
  );
  return (
    <KioskContext value={place}>
      <Screens where={where} go={go} />
      {canIdleOut(where) && (
        <Idle
          key={where.at}
          seconds={door.settings.kiosk_idle_seconds}
          isAsked={opening.isIdle}
          end={() => go(START_SCREEN)}
        />
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
  if (phase === "starting" || door === undefined) return <Preparing state={state} />;
  return <Paired {...{ device, state, door, opening }} />;
};
