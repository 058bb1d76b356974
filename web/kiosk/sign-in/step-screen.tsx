import { type ReactNode, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { inLanguage } from "../../visitor-flow/door.ts";
import type { Draft } from "../../visitor-flow/draft.ts";
import { captureFrame } from "../../visitor-flow/picture.ts";
import { type Step, typeOf } from "../../visitor-flow/steps.ts";
import { useCamera } from "../../shared/use-camera.ts";
import type { Flow } from "../../visitor-flow/use-flow.ts";
import { usePages } from "../../visitor-flow/use-pages.ts";
import { greetingOfKnown, titleOf } from "../../visitor-flow/labels.ts";
import { MainButton, SideButton } from "../components/button.tsx";
import { FieldError } from "../components/field.tsx";
import { Screen } from "../components/screen.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { AgreementPaper, type DocumentState, useDocument } from "./agreement.tsx";
import styles from "./agreement.module.css";
import { Hello } from "./hello.tsx";
import { HostList, HostSearch, shownHosts, useTypedHost } from "./host.tsx";
import { Paper } from "./paper.tsx";
import { Photo } from "./photo.tsx";
import { RetentionNote, Questions } from "./questions.tsx";
import type { SignInProblem } from "./sign-in.tsx";
import { isTyping, Signing } from "./signing.tsx";
import { TypeList } from "./type-list.tsx";

/** A screen of the flow, and the ways out of it. */
export type StepProps = {
  flow: Flow;
  /** Keeps a change and goes on, or signs in where it was the last screen. */
  next: (change?: Partial<Draft>) => void;
  back: () => void;
  isBusy: boolean;
  trouble: SignInProblem | undefined;
};

type StepPropsOf<K extends Step["kind"]> = StepProps & { step: Extract<Step, { kind: K }> };

const useFrame = ({ flow, back }: StepProps) => ({
  name: flow.step?.key ?? "",
  back,
  progress: { number: flow.number, of: flow.steps.length },
});

const TroubleLine = ({ trouble }: { trouble: SignInProblem | undefined }): ReactNode => {
  const { t } = useTranslation("visitor-flow");
  return trouble === undefined ? null : (
    <p role="alert" className={styles.failed}>
      {t(`trouble.${trouble}`)}
    </p>
  );
};

/** "Continue", or what the last one does. */
const Next = ({ flow, next, isBusy, wide = false, words }: StepProps & { wide?: boolean; words?: string }) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <MainButton busy={isBusy} wide={wide} onClick={() => next()}>
      {words ?? (flow.isLast ? t("signIn") : t("continue"))}
    </MainButton>
  );
};

const NoticeScreen = (props: StepPropsOf<"notice">) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language } = useKioskContext();
  const text = inLanguage(door.privacy_notice, language, door.location.default_language) ?? "";
  const pages = usePages(text);
  const isMore = pages.page < pages.count;
  return (
    <Screen
      {...useFrame(props)}
      layout="stack"
      title={t("title.notice")}
      action={
        isMore ? (
          <MainButton onClick={() => pages.turn(pages.page + 1)}>{t("nextPage")}</MainButton>
        ) : (
          <Next {...props} />
        )
      }
    >
      <Paper title={t("noticeOf", { location: door.location.name })} text={text} pages={pages} />
    </Screen>
  );
};

const TypeScreen = (props: StepPropsOf<"type">) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <Screen {...useFrame(props)} title={t("title.type")}>
      <TypeList choose={(typeId) => props.next({ typeId })} />
    </Screen>
  );
};

const HelloScreen = (props: StepPropsOf<"hello">) => {
  const { t } = useTranslation("visitor-flow");
  const { language } = useKioskContext();
  const { flow } = props;
  return (
    <Screen
      {...useFrame(props)}
      title={t("title.hello", { name: greetingOfKnown(flow.draft.recognised, language) })}
      hint={t("hint.hello")}
      foot={<TroubleLine trouble={props.trouble} />}
      action={
        <>
          <SideButton onClick={() => props.next({ editing: true })}>{t("changeDetails")}</SideButton>
          <Next {...props} />
        </>
      }
    >
      <Hello draft={flow.draft} />
    </Screen>
  );
};

const QuestionsScreen = (props: StepPropsOf<"questions">) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const { step, flow } = props;
  const isOnBadge =
    step.fields.some(({ field_name }) => field_name === "first_name") && typeOf(door, flow.draft)?.badge;
  const types = step.fields.some(({ type }) => !/^(checkbox|radio|dropdown)$/.test(type));
  return (
    <Screen
      {...useFrame(props)}
      title={titleOf(step, { t, door, language })}
      hint={isOnBadge === true ? t("visitor-flow:hint.badge") : undefined}
      types={types}
      foot={props.trouble === undefined ? <RetentionNote /> : <TroubleLine trouble={props.trouble} />}
      action={<Next {...props} />}
    >
      <Questions step={step} flow={flow} submit={() => props.next()} />
    </Screen>
  );
};

const HostScreen = (props: StepPropsOf<"host">) => {
  const { t } = useTranslation("visitor-flow");
  const { flow, step, next } = props;
  const { state } = useKioskContext();
  const [typed, setTyped] = useTypedHost(flow.draft.host);
  const first = shownHosts(state.hosts, typed)[0];
  return (
    <Screen
      {...useFrame(props)}
      title={t("title.host")}
      hint={t("hint.host")}
      types
      aside={
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim().length > 1 && first !== undefined) next({ host: { _id: first._id, cn: first.cn } });
          }}
        >
          <HostSearch typed={typed} change={setTyped} problem={flow.problems["recipient"]} />
        </form>
      }
    >
      <HostList
        typed={typed}
        chosen={flow.draft.host}
        choose={(host) => next({ host })}
        isRequired={step.field.required}
      />
      <TroubleLine trouble={props.trouble} />
    </Screen>
  );
};

const AgreementScreen = (props: StepPropsOf<"agreement">) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language } = useKioskContext();
  const { flow, step, next, isBusy } = props;
  const { agreement } = step;
  const inTheirs = (texts: Record<string, string>): string =>
    inLanguage(texts, language, door.location.default_language) ?? "";
  const text = agreement.type === "text" ? inTheirs(agreement.text) : "";
  const written = usePages(text);
  const [seen, setSeen] = useState<DocumentState>(agreement.type === "text" ? "seen" : "watching");
  const see = useCallback((now: DocumentState) => setSeen(now), []);
  const reading = useDocument(agreement, see);
  const pages = agreement.type === "pdf" ? reading : written;
  // The keyboard takes room, and the text more pages: what was read to the end stays read.
  const [isRead, setRead] = useState(false);
  const isMore = !isRead && pages.page < pages.count;
  const first = agreement.type === "video" ? t("watchFirst") : t("documentFirst");
  const agree = (): void => next({ agreed: [...new Set([...flow.draft.agreed, agreement._id])] });
  return (
    <Screen {...useFrame(props)} layout="stack" title={t("title.agreement")} types={isTyping(flow)}>
      <div className={styles.split}>
        <AgreementPaper {...{ agreement, reading, text, see }} pages={written} title={inTheirs(agreement.name)} />
        <div className={styles.right}>
          <Signing flow={flow} types={isTyping(flow)} toggled={() => setRead(!isMore)} />
          <TroubleLine trouble={props.trouble} />
          {isMore ? (
            <MainButton wide onClick={() => pages.turn(pages.page + 1)}>
              {t("nextPage")}
            </MainButton>
          ) : (
            <MainButton wide busy={isBusy} disabled={seen === "watching"} onClick={agree}>
              {seen === "watching" ? first : t("agree")}
            </MainButton>
          )}
        </div>
      </div>
    </Screen>
  );
};

const SignatureScreen = (props: StepPropsOf<"signature">) => {
  const { t } = useTranslation("visitor-flow");
  const types = isTyping(props.flow);
  return (
    <Screen
      {...useFrame(props)}
      title={t("title.signature")}
      types={types}
      foot={<TroubleLine trouble={props.trouble} />}
      action={<Next {...props} />}
    >
      <Signing flow={props.flow} types={types} />
    </Screen>
  );
};

const PhotoScreen = (props: StepPropsOf<"photo">) => {
  const { t } = useTranslation("visitor-flow");
  const { door } = useKioskContext();
  const { flow } = props;
  const { photo } = flow.draft;
  const { video, state: camera } = useCamera("user", photo === undefined);
  const take = (): void => {
    const { current } = video;
    if (current !== null) flow.set({ photo: captureFrame(current) });
  };
  const isOptional = typeOf(door, flow.draft)?.photo === "optional";
  const mayTake = photo === undefined && camera === "on";
  return (
    <Screen
      {...useFrame(props)}
      title={t("title.photo")}
      hint={t("hint.photo")}
      aside={<FieldError id="photo-wrong" problem={flow.problems["photo"]} />}
      foot={<TroubleLine trouble={props.trouble} />}
      action={
        <>
          {mayTake && isOptional && <SideButton onClick={() => props.next()}>{t("noPhoto")}</SideButton>}
          {mayTake ? (
            <MainButton arrow={false} onClick={take}>
              {t("take")}
            </MainButton>
          ) : (
            <Next {...props} />
          )}
        </>
      }
    >
      <Photo photo={photo} video={video} camera={camera} change={(next) => flow.set({ photo: next })} />
    </Screen>
  );
};

/** The screen of a step. */
export const StepScreen = (props: StepProps) => {
  const { step } = props.flow;
  // A key each: what a screen remembers of one agreement is nothing of the next.
  const key = step?.key;
  switch (step?.kind) {
    case "notice":
      return <NoticeScreen key={key} {...props} step={step} />;
    case "type":
      return <TypeScreen key={key} {...props} step={step} />;
    case "hello":
      return <HelloScreen key={key} {...props} step={step} />;
    case "questions":
      return <QuestionsScreen key={key} {...props} step={step} />;
    case "host":
      return <HostScreen key={key} {...props} step={step} />;
    case "agreement":
      return <AgreementScreen key={key} {...props} step={step} />;
    case "signature":
      return <SignatureScreen key={key} {...props} step={step} />;
    case "photo":
      return <PhotoScreen key={key} {...props} step={step} />;
    case undefined:
      return null;
  }
};
