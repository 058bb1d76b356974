import { textsToSign } from "../signed-texts.ts";
import { AgreementStep } from "./agreement.tsx";
import { useFace } from "./face.ts";
import { HostStep, TypeStep } from "./host.tsx";
import { PhotoStep } from "./photo.tsx";
import { QuestionsStep } from "./questions.tsx";
import { SignatureStep } from "./signing.tsx";
import type { StepProps } from "./step.tsx";
import { HelloStep, NoticeStep } from "./welcome.tsx";

/** The current step of the flow, drawn in the face's frame. */
export const CurrentStep = (props: StepProps) => {
  const { step, draft } = props.flow;
  const { door, language } = useFace();
  // A key each: state of one agreement's screen must not leak into the next, nor into another text of the same.
  const signs = step?.kind === "agreement" || step?.kind === "signature";
  const key = signs ? `${step.key} ${JSON.stringify(textsToSign(door, draft, language))}` : step?.key;
  switch (step?.kind) {
    case "notice":
      return <NoticeStep key={key} {...props} step={step} />;
    case "type":
      return <TypeStep key={key} {...props} step={step} />;
    case "hello":
      return <HelloStep key={key} {...props} step={step} />;
    case "questions":
      return <QuestionsStep key={key} {...props} step={step} />;
    case "host":
      return <HostStep key={key} {...props} step={step} />;
    case "agreement":
      return <AgreementStep key={key} {...props} step={step} />;
    case "signature":
      return <SignatureStep key={key} {...props} step={step} />;
    case "photo":
      return <PhotoStep key={key} {...props} step={step} />;
    case undefined:
      return null;
  }
};
