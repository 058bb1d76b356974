import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { inLanguage } from "../../visitor-flow/door.ts";
import { captureFrame } from "../../visitor-flow/picture.ts";
import { typeOf } from "../../visitor-flow/steps.ts";
import { useCamera } from "../../shared/use-camera.ts";
import type { Flow } from "../../visitor-flow/use-flow.ts";
import { usePages } from "../../visitor-flow/use-pages.ts";
import { greetingOfKnown, titleOf } from "../../visitor-flow/labels.ts";
import { MainButton, SideButton } from "../components/button.tsx";
import { FieldError } from "../components/field.tsx";
import { Frame } from "../components/frame.tsx";
import { usePageContext } from "../lib/page-context.ts";
import { AgreementPage } from "./agreement-page.tsx";
import { Hello } from "./hello.tsx";
import { Hosts } from "./host.tsx";
import { Paper } from "./paper.tsx";
import { Photo } from "./photo.tsx";
import { Questions } from "./questions.tsx";
import { Signing } from "./signing.tsx";
import { frameOf, Next, type StepPropsOf, type StepProps } from "./step.tsx";
import { SubmitProblemLine } from "./submit-problem-line.tsx";
import { Types } from "./visit-types.tsx";

const NoticePage = (props: StepPropsOf<"notice">) => {
  const { t } = useTranslation("visitor-flow");
  const { language } = usePageContext();
  const { door } = props;
  const text = inLanguage(door.privacy_notice, language, door.location.default_language) ?? "";
  const pages = usePages(text);
  const isMore = pages.page < pages.count;
  return (
    <Frame
      {...frameOf(props)}
      isFull
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
    </Frame>
  );
};

const TypePage = (props: StepPropsOf<"type">) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <Frame {...frameOf(props)} title={t("title.type")}>
      <Types door={props.door} choose={(typeId) => props.next({ typeId })} />
    </Frame>
  );
};

const HelloPage = (props: StepPropsOf<"hello">) => {
  const { t } = useTranslation("visitor-flow");
  const { language } = usePageContext();
  const { flow, door } = props;
  return (
    <Frame
      {...frameOf(props)}
      title={t("title.hello", { name: greetingOfKnown(flow.draft.recognised, language) })}
      hint={t("hint.hello")}
      action={
        <>
          <Next {...props} />
          <SideButton onClick={() => props.next({ editing: true })}>{t("changeDetails")}</SideButton>
        </>
      }
    >
      <Hello door={door} draft={flow.draft} />
    </Frame>
  );
};

const QuestionsPage = (props: StepPropsOf<"questions">) => {
  const { t } = useTranslation();
  const { language } = usePageContext();
  const { door, step, flow, words, next } = props;
  const title = step.topic === "few" ? words.few : titleOf(step, { t, door, language });
  return (
    <Frame {...frameOf(props)} title={title} action={<Next {...props} />}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          next();
        }}
      >
        <Questions door={door} step={step} flow={flow} />
        {/* A press of the keyboard's own key goes on. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Frame>
  );
};

const HostPage = (props: StepPropsOf<"host">) => {
  const { t } = useTranslation("visitor-flow");
  const { door, flow, step, next } = props;
  return (
    <Frame
      {...frameOf(props)}
      title={t("title.host")}
      hint={t("hint.host")}
      action={<SubmitProblemLine trouble={props.trouble} />}
    >
      <Hosts
        chosen={flow.draft.host}
        choose={(host) => next({ host })}
        isRequired={step.field.required}
        mustBeKnown={door.settings.hosts_must_be_valid}
        problem={flow.problems["recipient"]}
      />
    </Frame>
  );
};

const SignaturePage = (props: StepPropsOf<"signature">) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <Frame {...frameOf(props)} title={t("title.signature")} action={<Next {...props} />}>
      <Signing flow={props.flow} />
    </Frame>
  );
};

const PhotoPage = (props: StepPropsOf<"photo">) => {
  const { t } = useTranslation("visitor-flow");
  const { door, flow, next } = props;
  const { photo } = flow.draft;
  const { video, state } = useCamera("user", photo === undefined);
  const take = (): void => {
    const { current } = video;
    if (current !== null) flow.set({ photo: captureFrame(current) });
  };
  const isOptional = typeOf(door, flow.draft)?.photo === "optional";
  const mayTake = photo === undefined && state === "on";
  return (
    <Frame
      {...frameOf(props)}
      isFull
      title={t("title.photo")}
      hint={mayTake ? t("hint.photo") : undefined}
      action={
        <>
          {mayTake ? <MainButton onClick={take}>{t("take")}</MainButton> : <Next {...props} />}
          {mayTake && isOptional && <SideButton onClick={() => next()}>{t("noPhoto")}</SideButton>}
          {photo !== undefined && <SideButton onClick={() => flow.set({ photo: undefined })}>{t("retake")}</SideButton>}
        </>
      }
    >
      <Photo photo={photo} video={video} camera={state} change={(taken) => flow.set({ photo: taken })} />
      <FieldError problem={flow.problems["photo"]} />
    </Frame>
  );
};

/** The first field that is wrong, so that it is found without looking for it. */
const useFocusOnWrong = ({ problems }: Flow): void => {
  useEffect(() => {
    if (Object.keys(problems).length > 0) document.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [problems]);
};

/** The page of a step. */
export const StepPage = (props: StepProps) => {
  const { step } = props.flow;
  const key = step?.key;
  useFocusOnWrong(props.flow);
  // A key each: what a page remembers of one agreement is nothing of the next.
  switch (step?.kind) {
    case "notice":
      return <NoticePage key={key} {...props} step={step} />;
    case "type":
      return <TypePage key={key} {...props} step={step} />;
    case "hello":
      return <HelloPage key={key} {...props} step={step} />;
    case "questions":
      return <QuestionsPage key={key} {...props} step={step} />;
    case "host":
      return <HostPage key={key} {...props} step={step} />;
    case "agreement":
      return <AgreementPage key={key} {...props} step={step} />;
    case "signature":
      return <SignaturePage key={key} {...props} step={step} />;
    case "photo":
      return <PhotoPage key={key} {...props} step={step} />;
    case undefined:
      return null;
  }
};
