import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { inLanguage } from "../../visitor-flow/door.ts";
import { usePages } from "../../visitor-flow/use-pages.ts";
import { MainButton } from "../components/button.tsx";
import { Frame } from "../components/frame.tsx";
import { usePageContext } from "../lib/page-context.ts";
import { Document, type DocumentState, useDocument, Video } from "./document.tsx";
import { Paper } from "./paper.tsx";
import { Signing } from "./signing.tsx";
import styles from "./signing.module.css";
import { frameOf, type StepPropsOf } from "./step.tsx";
import { SubmitProblemLine } from "./submit-problem-line.tsx";

type AgreementProps = StepPropsOf<"agreement">;

const useTitle = ({ step: { agreement }, door }: AgreementProps): string => {
  const { language } = usePageContext();
  return inLanguage(agreement.name, language, door.location.default_language) ?? "";
};

const Read = ({ done, ...props }: AgreementProps & { done: () => void }) => {
  const { t } = useTranslation();
  const { language } = usePageContext();
  const { agreement } = props.step;
  const title = useTitle(props);
  const text =
    agreement.type === "text" ? (inLanguage(agreement.text, language, props.door.location.default_language) ?? "") : "";
  const written = usePages(text);
  const [seen, setSeen] = useState<DocumentState>(agreement.type === "text" ? "seen" : "unseen");
  const see = useCallback((now: DocumentState) => setSeen(now), []);
  const reading = useDocument(agreement, props.documents, see);
  const pages = agreement.type === "pdf" ? reading : written;
  const isMore = pages.page < pages.count;
  const first = agreement.type === "video" ? t("visitor-flow:watchFirst") : t("visitor-flow:documentFirst");
  return (
    <Frame
      {...frameOf(props)}
      isFull
      title={t("read")}
      action={
        <MainButton arrow disabled={seen === "unseen"} onClick={() => (isMore ? pages.turn(pages.page + 1) : done())}>
          {seen === "unseen" ? first : isMore ? t("visitor-flow:nextPage") : t("toSigning")}
        </MainButton>
      }
    >
      {agreement.type === "text" && <Paper title={title} text={text} pages={written} />}
      {agreement.type === "pdf" && <Document {...{ title, reading }} />}
      {agreement.type === "video" && <Video {...{ agreement, title, see }} />}
    </Frame>
  );
};

const Sign = ({ reread, ...props }: AgreementProps & { reread: () => void }) => {
  const { t } = useTranslation("visitor-flow");
  const { days } = usePageContext();
  const { flow, step, next, isBusy, trouble } = props;
  const { _id } = step.agreement;
  const agree = (): void => next({ agreed: [...new Set([...flow.draft.agreed, _id])] });
  return (
    <Frame
      {...frameOf(props)}
      isFull
      back={reread}
      name={`sign-${_id}`}
      title={t("title.signature")}
      hint={useTitle(props)}
      action={
        <>
          <SubmitProblemLine trouble={trouble} />
          <MainButton arrow busy={isBusy} onClick={agree}>
            {t("agree")}
          </MainButton>
        </>
      }
    >
      <Signing flow={flow} />
      {days !== undefined && <p className={styles.kept}>{t("signatureKept", { count: days })}</p>}
    </Frame>
  );
};

/** What is agreed to: first read, then signed. A phone has no room for both at once, and the way back to the text is one press. */
export const AgreementPage = (props: AgreementProps) => {
  const [isRead, setRead] = useState(false);
  return isRead ? <Sign {...props} reread={() => setRead(false)} /> : <Read {...props} done={() => setRead(true)} />;
};
