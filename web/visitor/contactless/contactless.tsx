import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Door, RecognisedVisitor, SignInAnswer, SignOutAnswer } from "../../visitor-flow/door.ts";
import type { Failure } from "../../visitor-flow/call.ts";
import { call } from "../lib/call.ts";
import { PageSkeleton } from "../components/message-page.tsx";
import { LoadFailure } from "../components/load-failure.tsx";
import { loadItem } from "../lib/phone-storage.ts";
import { type PageContextValue, PageContext, usePageContext } from "../lib/page-context.ts";
import { useLanguage } from "../lib/use-language.ts";
import { useLocationTheme } from "../lib/use-location-theme.ts";
import { usePageData } from "../lib/use-page-data.ts";
import { Done, Goodbye } from "./done.tsx";
import { Expected, type Name } from "./expected.tsx";
import { Inside, type PhoneOwner } from "./inside.tsx";
import { SignIn } from "./sign-in.tsx";
import { Start } from "./start.tsx";

/** The initial state of the page behind a poster. */
type DoorPageData = { door: Door; version: string; known: PhoneOwner | undefined };

/** The service gave no answer: what this phone has stored may still hold. */
const isUnanswered = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500;

/** Whether this phone has an open visit; one of another location, or that has ended, does not count. */
const findStoredVisit = async (token: string): Promise<PhoneOwner | undefined> => {
  const visit = loadItem("visit");
  if (visit === undefined) return undefined;
  const { answer, failure } = await call(token)("POST /visits/state", { body: { token: visit.token } });
  const isOver = failure === undefined ? answer.signed_out || answer.approval === "rejected" : !isUnanswered(failure);
  return isOver ? undefined : { kind: "inside", code: visit.token, name: visit.name, since: visit.since };
};

/** The visitor whose invitation was completed on this phone; a failure if the service didn't say who and where they are. */
const findStoredInvitation = async (token: string): Promise<PhoneOwner | Failure | undefined> => {
  const invitation = loadItem("invitation");
  if (invitation === undefined) return undefined;
  const { code } = invitation;
  const { answer, failure } = await call(token)("POST /recognise", { body: { code } });
  if (failure !== undefined) return isUnanswered(failure) ? failure : undefined;
  if (answer.outcome === "inside") return { kind: "inside", code, name: answer.first_name };
  return answer.outcome === "expected" ? { kind: "expected", recognised: answer } : undefined;
};

const readDoorPage = async (token: string): Promise<DoorPageData | Failure> => {
  const [{ answer, failure }, visit, invitation] = await Promise.all([
    call(token)("GET /door"),
    findStoredVisit(token),
    findStoredInvitation(token),
  ]);
  if (failure !== undefined) return failure;
  const { door, version } = answer;
  if (door === undefined) return { status: 0 };
  const known = visit ?? invitation;
  return known !== undefined && "status" in known ? known : { door, version, known };
};

type ScreenState =
  | { at: "start" | "expected" }
  | { at: "sign-in"; recognised?: RecognisedVisitor | undefined; name?: Name }
  | { at: "done"; signedIn: SignInAnswer }
  | { at: "goodbye"; signedOut: SignOutAnswer };

type DoorProps = DoorPageData & { readAgain: () => Promise<void> };

const firstScreen = (door: Door, known: PhoneOwner | undefined, go: (where: ScreenState) => void) =>
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
  const [where, go] = useState<ScreenState>({ at: "start" });
  const home = (): void => {
    void readAgain();
    go({ at: "start" });
  };
  switch (where.at) {
    case "start":
      return firstScreen(door, known, go);
    case "expected":
      return (
        <Expected
          back={() => go({ at: "start" })}
          go={(recognised) => go({ at: "sign-in", recognised })}
          asNew={(name) => go({ at: "sign-in", name })}
        />
      );
    case "sign-in":
      return (
        <SignIn
          {...{ door, version, readAgain }}
          recognised={where.recognised}
          name={where.name}
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
  const { token } = usePageContext();
  const { location, settings } = read.door;
  const { language, speak } = useLanguage(location.languages);
  useLocationTheme(location.colour);
  const place: PageContextValue = {
    token,
    location,
    days: settings.retention_days,
    languages: location.languages,
    language,
    speak,
  };
  return (
    <PageContext value={place}>
      <AtDoor {...read} />
    </PageContext>
  );
};

/** The page behind an entrance's poster: signs in, and out again. */
export const Contactless = () => {
  const { t } = useTranslation();
  const { found: read, readAgain } = usePageData(readDoorPage);
  if (read === undefined) return <PageSkeleton words={t("reading")} />;
  if ("status" in read) return <LoadFailure failure={read} link="poster" again={() => void readAgain()} />;
  return <InLanguage {...read} readAgain={readAgain} />;
};
