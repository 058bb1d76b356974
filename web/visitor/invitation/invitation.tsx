import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Failure } from "../../visitor-flow/call.ts";
import { call } from "../lib/call.ts";
import { PageSkeleton } from "../components/message-page.tsx";
import { LoadFailure } from "../components/load-failure.tsx";
import { type PageContextValue, PageContext, usePageContext } from "../lib/page-context.ts";
import { useLanguage } from "../lib/use-language.ts";
import { useLocationTheme } from "../lib/use-location-theme.ts";
import { usePageData } from "../lib/use-page-data.ts";
import { type OwnData, textIn } from "../own-data/data.ts";
import { Begun } from "./begun.tsx";
import type { Invitation as InvitationRecord } from "./door.ts";
import { FillIn } from "./fill-in.tsx";
import { Names } from "./names.tsx";
import { Ready } from "./ready.tsx";
import { VisitCard } from "./visit-card.tsx";

type InvitationPageData = { invitation: InvitationRecord; photo: string | undefined };

/**
 * Whether a visit began since the visitor was invited: an older one leaves the invitation unused
 * (docs/visitor-pages.md).
 */
const isUsed = ({ visits, registered_visitor: visitor }: OwnData): boolean => {
  const invited = Date.parse(textIn(visitor, "invited_date") ?? textIn(visitor, "create_date") ?? "");
  return visits.some(({ signed_in }) => Date.parse(signed_in) >= invited);
};

/** The data stored about a visitor whose invitation has been used, or why it can't be read. */
const readBegun = async (token: string, failure: Failure): Promise<{ begun: OwnData } | Failure> => {
  const { answer } = failure.status === 403 ? await call(token)("GET /data") : {};
  return answer === undefined || !isUsed(answer) ? failure : { begun: answer };
};

/** The invitation with its photo, which can be looked at and taken again. */
const readInvitationPage = async (token: string): Promise<InvitationPageData | { begun: OwnData } | Failure> => {
  const { answer, failure } = await call(token)("GET /invitation");
  if (failure !== undefined) return readBegun(token, failure);
  if (!answer.has_photo) return { invitation: answer, photo: undefined };
  const { answer: own } = await call(token)("GET /data");
  return { invitation: answer, photo: own?.given_before?.photo };
};

type BodyProps = InvitationPageData & { readAgain: () => Promise<void>; refused: (failure: Failure) => void };

const Body = ({ invitation, photo, readAgain, refused }: BodyProps) => {
  const isComplete = invitation.status === "preregistered";
  const [part, setPart] = useState<"ready" | "details" | "names">("ready");
  const done = async (): Promise<void> => {
    await readAgain();
    setPart("ready");
  };
  if (isComplete && part === "names" && invitation.group !== undefined)
    return <Names group={invitation.group} back={() => void done()} refused={refused} />;
  if (isComplete && part !== "details")
    return <Ready invitation={invitation} change={() => setPart("details")} fillInNames={() => setPart("names")} />;
  return (
    <FillIn
      {...{ invitation, photo, refused }}
      leave={isComplete ? () => setPart("ready") : undefined}
      done={() => void done()}
    />
  );
};

const InLanguage = (props: BodyProps) => {
  const { token } = usePageContext();
  const { location, language_id, retention_days } = props.invitation;
  const { language, speak } = useLanguage(location.languages, language_id);
  useLocationTheme(location.colour);
  const place: PageContextValue = {
    token,
    location,
    days: retention_days,
    languages: location.languages,
    language,
    speak,
    card: <VisitCard invitation={props.invitation} />,
  };
  return (
    <PageContext value={place}>
      <Body {...props} />
    </PageContext>
  );
};

/** The page behind an invitation: the questions before the visit, and then the code to show. */
export const Invitation = () => {
  const { t } = useTranslation();
  const { found: read, readAgain, set } = usePageData(readInvitationPage);
  if (read === undefined) return <PageSkeleton words={t("reading")} />;
  if ("status" in read) return <LoadFailure failure={read} link="invitation" again={() => void readAgain()} />;
  if ("begun" in read) return <Begun data={read.begun} />;
  return <InLanguage {...read} readAgain={readAgain} refused={set} />;
};
