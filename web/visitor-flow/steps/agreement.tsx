import { useCallback, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { inLanguage } from "../door.ts";
import { usePages } from "../use-pages.ts";
import styles from "./agreement.module.css";
import { Document, type DocumentState, useDocument } from "./document.tsx";
import { useFace } from "./face.ts";
import { Paper } from "./paper.tsx";
import paper from "./paper.module.css";
import { isTyping, Signing } from "./signing.tsx";
import { frameOf, type StepPropsOf } from "./step.tsx";
import { Video } from "./video.tsx";

type AgreementProps = StepPropsOf<"agreement">;

const SignatureKept = () => {
  const { t } = useTranslation("visitor-flow");
  const { days } = useFace();
  return days === undefined ? null : <p className={paper.kept}>{t("signatureKept", { count: days })}</p>;
};

/** The agreement and how far it was read: a text page by page, a document, a video. */
const useReading = ({ step: { agreement } }: AgreementProps) => {
  const { door, language, signsBeside } = useFace();
  const inTheirs = (texts: Record<string, string>): string =>
    inLanguage(texts, language, door.location.default_language) ?? "";
  const title = inTheirs(agreement.name);
  const text = agreement.type === "text" ? inTheirs(agreement.text) : "";
  const written = usePages(text);
  const [seen, setSeen] = useState<DocumentState>(agreement.type === "text" ? "seen" : "unseen");
  const see = useCallback((now: DocumentState) => setSeen(now), []);
  const reading = useDocument(agreement, see);
  const pages = agreement.type === "pdf" ? reading : written;
  const sheet = {
    pdf: <Document {...{ title, reading }} />,
    video: <Video {...{ agreement, title, see }} />,
    text: (
      <Paper title={title} text={text} pages={written}>
        {signsBeside && <SignatureKept />}
      </Paper>
    ),
  }[agreement.type];
  return {
    title,
    sheet,
    isUnseen: seen === "unseen",
    isMore: pages.page < pages.count,
    turn: () => pages.turn(pages.page + 1),
  };
};

/** The button's label until everything was seen. */
const useFirst = ({ step: { agreement } }: AgreementProps): string => {
  const { t } = useTranslation("visitor-flow");
  return agreement.type === "video" ? t("watchFirst") : t("documentFirst");
};

const agreeWith =
  ({ flow, step, next }: AgreementProps) =>
  (): void =>
    next({ agreed: [...new Set([...flow.draft.agreed, step.agreement._id])] });

/** Read and signed side by side. */
const ReadAndSign = (props: AgreementProps) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame, MainButton } = useFace();
  const { flow, isBusy, trouble } = props;
  const { sheet, isUnseen, ...reading } = useReading(props);
  const first = useFirst(props);
  // An open keyboard takes room, and the text has more pages: text that was read to the end remains read.
  const [isRead, setRead] = useState(false);
  const isMore = !isRead && reading.isMore;
  return (
    <Frame {...frameOf(props)} note={undefined} isFull title={t("title.agreement")} types={isTyping(flow)}>
      <div className={styles.split}>
        {sheet}
        <div className={styles.right}>
          <Signing flow={flow} toggled={() => setRead(!isMore)} />
          {trouble}
          {isMore ? (
            <MainButton arrow onClick={reading.turn}>
              {t("nextPage")}
            </MainButton>
          ) : (
            <MainButton arrow busy={isBusy} disabled={isUnseen} onClick={agreeWith(props)}>
              {isUnseen ? first : t("agree")}
            </MainButton>
          )}
        </div>
      </div>
    </Frame>
  );
};

const Read = ({ done, ...props }: AgreementProps & { done: () => void }) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame, MainButton, FieldError } = useFace();
  const { sheet, isUnseen, isMore, turn } = useReading(props);
  const id = useId();
  const first = useFirst(props);
  return (
    <Frame
      {...frameOf(props)}
      note={undefined}
      isFull
      title={t("read")}
      main={
        <MainButton arrow disabled={isUnseen} onClick={() => (isMore ? turn() : done())}>
          {isUnseen ? first : isMore ? t("nextPage") : t("toSigning")}
        </MainButton>
      }
    >
      {props.flow.draft.isTextChanged === true && <FieldError id={id} problem="changed" />}
      {sheet}
    </Frame>
  );
};

const Sign = ({ reread, ...props }: AgreementProps & { reread: () => void }) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame, MainButton, door, language } = useFace();
  const { agreement } = props.step;
  return (
    <Frame
      {...frameOf(props)}
      isFull
      back={reread}
      name={`sign-${agreement._id}`}
      title={t("title.signature")}
      hint={inLanguage(agreement.name, language, door.location.default_language) ?? ""}
      main={
        <MainButton arrow busy={props.isBusy} onClick={agreeWith(props)}>
          {t("agree")}
        </MainButton>
      }
    >
      <SignatureKept />
      <Signing flow={props.flow} />
    </Frame>
  );
};

/** A small screen has no room for both: first reading, then signing, with a button back to the text. */
const ReadThenSign = (props: AgreementProps) => {
  const [isRead, setRead] = useState(false);
  return isRead ? <Sign {...props} reread={() => setRead(false)} /> : <Read {...props} done={() => setRead(true)} />;
};

/** The agreement, and the signature below it. */
export const AgreementStep = (props: AgreementProps) =>
  useFace().signsBeside ? <ReadAndSign {...props} /> : <ReadThenSign {...props} />;
