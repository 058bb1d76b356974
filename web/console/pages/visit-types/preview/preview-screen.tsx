import { IconArrowLeft, IconCamera, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { localisedText, type LocalisedTexts } from "../../../components/language/languages.ts";
import { useLocation } from "../../../data/session/location.ts";
import { CHOICE_KINDS, type VisitTypeDraft, type Question } from "../model.ts";
import styles from "./preview.module.css";
import { agreementsQuery } from "../queries.ts";
import type { Step } from "../steps.ts";
import { useDoorTextsIn, useTextsIn } from "../texts-in.ts";

type ScreenProps = { draft: VisitTypeDraft; step: Step; at: number; count: number; language: string };

const ownName = (language: string): string => {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

const Options = ({ question, read }: { question: Question; read: (texts: LocalisedTexts) => string }) => {
  const named = question.choices
    .map(({ key, texts }) => ({ key, text: read(texts) }))
    .filter(({ text }) => text !== "");
  return (
    <div className={styles.options}>
      {named.map(({ key, text }, index) => (
        <span key={key} className={styles.option} data-chosen={index === 1 || undefined}>
          {text}
        </span>
      ))}
    </div>
  );
};

const Box = ({ label, tall = false, icon }: { label?: string; tall?: boolean; icon?: ReactNode }) => (
  <span className={styles.answer}>
    {label !== undefined && <span className={styles.answerLabel}>{label}</span>}
    <span className={styles.box} data-tall={tall || undefined}>
      {icon}
    </span>
  </span>
);

const Answer = ({ question, language }: { question: Question; language: string }) => {
  const { default_language } = useLocation();
  const read = (texts: LocalisedTexts): string => localisedText(texts, language, default_language);
  const t = useDoorTextsIn(language);
  const { key, kind, choices } = question;
  if (key === "recipient") return <Box label={t("hint.host")} icon={<IconSearch size={16} stroke={1.6} />} />;
  if (CHOICE_KINDS.has(kind) && choices.length > 0) return <Options question={question} read={read} />;
  if (kind === "checkbox")
    return (
      <span className={styles.option}>
        <span className={styles.tick} />
        {t("yes")}
      </span>
    );
  return <Box tall={kind === "textarea"} />;
};

const NameAnswer = ({ step, language }: { step: Extract<Step, { kind: "name" }>; language: string }) => {
  const { default_language } = useLocation();
  return (
    <div className={styles.options}>
      {step.questions.map(({ key, label }) => (
        <Box key={key} label={localisedText(label, language, default_language)} />
      ))}
    </div>
  );
};

const AgreementAnswer = ({ id, language }: { id: string; language: string }) => {
  const { _id: location, default_language } = useLocation();
  const { data: agreements = [] } = useQuery(agreementsQuery(location));
  const agreement = agreements.find(({ _id }) => _id === id);
  return (
    <div className={styles.options}>
      <div className={styles.paper}>
        <b>{localisedText(agreement?.translations.name ?? {}, language, default_language)}</b>
        <p>{localisedText(agreement?.agreement_text ?? {}, language, default_language)}</p>
      </div>
      <div className={styles.pad} />
    </div>
  );
};

/** The title that the door gives each step. */
const TITLES = { name: "who", agreement: "agreement", photo: "photo", signature: "signature" } as const;

const useHeading = (step: Step, language: string): string => {
  const { default_language } = useLocation();
  const [t, door] = [useTextsIn(language), useDoorTextsIn(language)];
  if (step.kind === "question") return localisedText(step.question.label, language, default_language) || t("untitled");
  return door(`title.${TITLES[step.kind]}`);
};

const Body = ({ step, language }: { step: Step; language: string }) => {
  if (step.kind === "name") return <NameAnswer step={step} language={language} />;
  if (step.kind === "question") return <Answer question={step.question} language={language} />;
  if (step.kind === "agreement") return <AgreementAnswer id={step.id} language={language} />;
  if (step.kind === "signature") return <div className={styles.pad} />;
  return (
    <div className={styles.camera}>
      <IconCamera size={26} stroke={1.5} />
    </div>
  );
};

/** One screen of the kiosk, in the visitor's language. */
export const PreviewScreen = ({ step, at, count, language }: ScreenProps) => {
  const t = useDoorTextsIn(language);
  const heading = useHeading(step, language);
  const isRequired = step.kind === "question" ? step.question.required : true;
  return (
    <div className={styles.screen} lang={language}>
      <div className={styles.bar} aria-hidden="true">
        <span className={styles.back}>
          <IconArrowLeft size={16} stroke={1.8} />
        </span>
        <span className={styles.segments}>
          {Array.from({ length: count }, (_, index) => (
            <span key={index} data-done={index < at || undefined} data-now={index === at || undefined} />
          ))}
        </span>
        <span className={styles.tongue}>{ownName(language)}</span>
      </div>
      <p className={styles.asked}>
        {heading} {!isRequired && <span className={styles.mayStay}>{t("optional")}</span>}
      </p>
      <Body step={step} language={language} />
      <span className={styles.on}>{step.kind === "agreement" ? t("agree") : t("continue")}</span>
    </div>
  );
};
