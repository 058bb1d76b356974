import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Door, Recognised, SignedIn, SignedOut } from "../../shared/visit/door.ts";
import { call, type Failure } from "../call.ts";
import { Waiting } from "../components/alone.tsx";
import { Refused } from "../components/refused.tsx";
import { recall } from "../kept.ts";
import { type Place, PlaceContext, usePlace } from "../place.ts";
import { useLanguage } from "../use-language.ts";
import { useLook } from "../use-look.ts";
import { useRead } from "../use-read.ts";
import { Done, Goodbye } from "./done.tsx";
import { Expected } from "./expected.tsx";
import { Inside, type Known } from "./inside.tsx";
import { SignIn } from "./sign-in.tsx";
import { Start } from "./start.tsx";

/** What the page behind a poster begins with. */
type Read = { door: Door; version: string; known: Known | undefined };

type Versioned = { version: string; door?: Door };

/** Whether this phone's visit goes on; one of another location, or that is over, is none here. */
const visitKept = async (token: string): Promise<Known | undefined> => {
  const visit = recall("visit");
  if (visit === undefined) return undefined;
  const { answer } = await call<{ signed_out: boolean; approval?: SignedIn["approval"] }>("POST", "/visits/state", {
    token,
    body: { token: visit.token },
  });
  return answer === undefined || answer.signed_out || answer.approval === "rejected"
    ? undefined
    : { kind: "inside", code: visit.token, name: visit.name, since: visit.since };
};

/** Whose invitation was completed on this phone. */
const invitationKept = async (token: string): Promise<Known | undefined> => {
  const invitation = recall("invitation");
  if (invitation === undefined) return undefined;
  const { code } = invitation;
  const { answer } = await call<Recognised>("POST", "/recognise", { token, body: { code } });
  if (answer?.outcome === "inside") return { kind: "inside", code, name: answer.first_name };
  return answer?.outcome === "expected" ? { kind: "expected", recognised: answer } : undefined;
};

const readAll = async (token: string): Promise<Read | Failure> => {
  const [{ answer, failure }, visit, invitation] = await Promise.all([
    call<Versioned>("GET", "/door", { token }),
    visitKept(token),
    invitationKept(token),
  ]);
  if (failure !== undefined) return failure;
  const { door, version } = answer;
  return door === undefined ? { status: 0 } : { door, version, known: visit ?? invitation };
};

type Where =
  | { at: "start" | "expected" }
  | { at: "sign-in"; recognised?: Recognised | undefined }
  | { at: "done"; signedIn: SignedIn }
  | { at: "goodbye"; signedOut: SignedOut };

type DoorProps = Read & { readAgain: () => Promise<void> };

const first = (door: Door, known: Known | undefined, go: (where: Where) => void) =>
  known?.kind === "inside" ? (
    <Inside known={known} done={(signedOut) => go({ at: "goodbye", signedOut })} />
  ) : (
    <Start
      door={door}
      known={known}
      signIn={(recognised) => go({ at: "sign-in", recognised })}
      expected={() => go({ at: "expected" })}
    />
  );

const AtDoor = ({ door, version, known, readAgain }: DoorProps) => {
  const [where, go] = useState<Where>({ at: "start" });
  const home = (): void => {
    void readAgain();
    go({ at: "start" });
  };
  switch (where.at) {
    case "start":
      return first(door, known, go);
    case "expected":
      return (
        <Expected
          back={() => go({ at: "start" })}
          go={(recognised) => go({ at: "sign-in", recognised })}
          asNew={() => go({ at: "sign-in" })}
        />
      );
    case "sign-in":
      return (
        <SignIn
          {...{ door, version, readAgain }}
          recognised={where.recognised}
          leave={() => go({ at: "start" })}
          done={(signedIn) => go({ at: "done", signedIn })}
        />
      );
    case "done":
      return <Done signedIn={where.signedIn} done={(signedOut) => go({ at: "goodbye", signedOut })} />;
    case "goodbye":
      return <Goodbye signedOut={where.signedOut} end={home} />;
  }
};

const InLanguage = (read: DoorProps) => {
  const { token } = usePlace();
  const { location, settings } = read.door;
  const { language, speak } = useLanguage(location.languages);
  useLook(location.colour);
  const place: Place = {
    token,
    location,
    days: settings.retention_days,
    languages: location.languages,
    language,
    speak,
  };
  return (
    <PlaceContext value={place}>
      <AtDoor {...read} />
    </PlaceContext>
  );
};

/** The page behind the poster of a door: signs in, and out again. */
export const Contactless = () => {
  const { t } = useTranslation();
  const { found: read, readAgain } = useRead(readAll);
  if (read === undefined) return <Waiting words={t("reading")} />;
  if ("status" in read) return <Refused failure={read} link="poster" again={() => void readAgain()} />;
  return <InLanguage {...read} readAgain={readAgain} />;
};
