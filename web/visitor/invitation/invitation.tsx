import { useState } from "react";
import { useTranslation } from "react-i18next";

import { call, type Failure } from "../call.ts";
import { Waiting } from "../components/alone.tsx";
import { Refused } from "../components/refused.tsx";
import { type Place, PlaceContext, usePlace } from "../place.ts";
import { useLanguage } from "../use-language.ts";
import { useLook } from "../use-look.ts";
import { useRead } from "../use-read.ts";
import type { Invitation as Read } from "./door.ts";
import { FillIn } from "./fill-in.tsx";
import { Ready } from "./ready.tsx";
import { VisitCard } from "./visit-card.tsx";

type Found = { invitation: Read; photo: string | undefined };

/** The invitation, with the photo that was given: it can be looked at, and taken again. */
const readAll = async (token: string): Promise<Found | Failure> => {
  const { answer, failure } = await call<Read>("GET", "/invitation", { token });
  if (failure !== undefined) return failure;
  if (!answer.has_photo) return { invitation: answer, photo: undefined };
  const { answer: own } = await call<{ given_before?: { photo?: string } }>("GET", "/data", { token });
  return { invitation: answer, photo: own?.given_before?.photo };
};

type BodyProps = Found & { readAgain: () => Promise<void>; refused: (failure: Failure) => void };

const Body = ({ invitation, photo, readAgain, refused }: BodyProps) => {
  const isComplete = invitation.status === "preregistered";
  const [isChanging, setChanging] = useState(false);
  const done = async (): Promise<void> => {
    await readAgain();
    setChanging(false);
  };
  if (isComplete && !isChanging) return <Ready invitation={invitation} change={() => setChanging(true)} />;
  return (
    <FillIn
      {...{ invitation, photo, refused }}
      leave={isComplete ? () => setChanging(false) : undefined}
      done={() => void done()}
    />
  );
};

const InLanguage = (props: BodyProps) => {
  const { token } = usePlace();
  const { location, language_id, retention_days } = props.invitation;
  const { language, speak } = useLanguage(location.languages, language_id);
  useLook(location.colour);
  const place: Place = {
    token,
    location,
    days: retention_days,
    languages: location.languages,
    language,
    speak,
    card: <VisitCard invitation={props.invitation} />,
  };
  return (
    <PlaceContext value={place}>
      <Body {...props} />
    </PlaceContext>
  );
};

/** The page behind an invitation: what is asked before the visit, and then the code to show. */
export const Invitation = () => {
  const { t } = useTranslation();
  const { found: read, readAgain, set } = useRead(readAll);
  if (read === undefined) return <Waiting words={t("reading")} />;
  if ("status" in read) return <Refused failure={read} link="invitation" again={() => void readAgain()} />;
  return <InLanguage {...read} readAgain={readAgain} refused={set} />;
};
