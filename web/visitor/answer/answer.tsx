import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import type { VisitState } from "../../visitor-flow/door.ts";
import type { Failure } from "../../visitor-flow/call.ts";
import { useVisitState } from "../../visitor-flow/use-visit-state.ts";
import { Frame } from "../components/frame.tsx";
import { LoadFailure } from "../components/load-failure.tsx";
import { PageSkeleton } from "../components/message-page.tsx";
import { Sign } from "../contactless/done.tsx";
import done from "../contactless/done.module.css";
import { call } from "../lib/call.ts";
import { type LocationSummary, PageContext, usePageContext } from "../lib/page-context.ts";
import { useLanguage } from "../lib/use-language.ts";
import { useLocationTheme } from "../lib/use-location-theme.ts";
import { usePageData } from "../lib/use-page-data.ts";

type Page = { location: LocationSummary & { languages: string[] }; state: VisitState };

const readPage = async (token: string): Promise<Page | Failure> => {
  const { answer, failure } = await call(token)("GET /answer");
  return answer ?? failure;
};

const SIGNS = { pending: "wait", rejected: "bad", approved: "good" } as const;

/** What the host has answered so far: it is asked again while the page is open. */
const Shown = ({ state }: { state: VisitState }) => {
  const { t } = useTranslation();
  const { token } = usePageContext();
  const [waiting] = useState({ ...state, token, host_told: true });
  const ask = useCallback((visit: string) => call(visit)("GET /answer/state"), []);
  const { approval = "approved", host_reply } = useVisitState(waiting, ask, state.signed_out);
  const title = { pending: t("done.moment"), rejected: t("done.sorry"), approved: t("answer.approved") }[approval];
  const reply = host_reply === undefined ? undefined : t(`visitor-flow:done.reply.${host_reply}`);
  const line = { pending: reply ?? t("answer.waits"), rejected: t("done.rejected"), approved: reply ?? t("answer.in") };
  return (
    <Frame name={`answer-${approval}`} title={title} top={<Sign kind={SIGNS[approval]} />}>
      <div role="status" className={done.lines}>
        <p>{line[approval]}</p>
      </div>
    </Frame>
  );
};

const InLanguage = ({ page: { location, state } }: { page: Page }) => {
  const { token } = usePageContext();
  const { language, speak } = useLanguage(location.languages);
  useLocationTheme(location.colour);
  return (
    <PageContext value={{ token, location, days: undefined, languages: location.languages, language, speak }}>
      <Shown state={state} />
    </PageContext>
  );
};

/** The page behind the code that a kiosk shows to a visitor who waits for approval. */
export const Answer = () => {
  const { t } = useTranslation();
  const { found: page, readAgain } = usePageData(readPage);
  if (page === undefined) return <PageSkeleton words={t("reading")} />;
  if ("status" in page) return <LoadFailure failure={page} link="answer" again={() => void readAgain()} />;
  return <InLanguage page={page} />;
};
