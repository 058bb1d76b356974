import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { isBlank } from "../answers.ts";
import type { DoorField } from "../door.ts";
import { labelOf, titleOf } from "../labels.ts";
import { isTyped, typeOf } from "../steps.ts";
import { useFace } from "./face.ts";
import styles from "./questions.module.css";
import { writtenIn } from "../written-in.ts";
import { frameOf, Next, type StepPropsOf } from "./step.tsx";

type QuestionsProps = StepPropsOf<"questions">;

const isName = (field: string): boolean => /^(first|last)_name$/.test(field);

/** Whether a question is in the location's words. */
const isOwn = ({ label }: DoorField): boolean => Object.keys(label).length > 0;

/** The questions of one thought. */
const Questions = ({ step: { fields }, flow, next }: QuestionsProps) => {
  const { t } = useTranslation();
  const { Answer, door, language } = useFace();
  const isAlone = fields.length === 1;
  return (
    <div className={`${styles.fields} ${isAlone ? styles.alone : ""}`}>
      {fields.map((field, n) => (
        <div
          key={field.field_name}
          className={isTyped(field) ? (isName(field.field_name) ? styles.half : styles.whole) : styles.row}
          {...(isOwn(field) ? writtenIn(language) : {})}
        >
          <Answer
            {...{ field, isAlone }}
            label={labelOf(field, { t, door, language })}
            value={flow.draft.answers[field.field_name]}
            problem={flow.problems[field.field_name]}
            change={(value) => flow.answer(field.field_name, value)}
            // On the last screen a slip of the finger would sign the visitor in; beside other questions it is not all there is to say.
            choose={(value) =>
              flow.isLast || !isAlone
                ? flow.answer(field.field_name, value)
                : next({ answers: { ...flow.draft.answers, [field.field_name]: value } })
            }
            submit={n === fields.length - 1 ? () => next() : undefined}
          />
        </div>
      ))}
    </div>
  );
};

/** How long data is kept. */
const RetentionNote = () => {
  const { t } = useTranslation("visitor-flow");
  const { days } = useFace();
  return days === undefined ? null : (
    <>
      <IconShieldCheck size={24} stroke={1.6} aria-hidden="true" />
      <span>{t("erased", { count: days })}</span>
    </>
  );
};

/** A screen of questions. A phone says on every page how long data is kept, and its keyboard has a key that goes on. */
export const QuestionsStep = (props: QuestionsProps) => {
  const { t } = useTranslation();
  const { Frame, door, language, isLarge } = useFace();
  const { step, flow, next, words } = props;
  const { isHostShared, host } = flow.draft;
  const asksName = step.fields.some(({ field_name }) => isName(field_name));
  const isOnBadge = isLarge && typeOf(door, flow.draft)?.badge;
  const hint =
    isHostShared && host !== undefined
      ? t("visitor-flow:hint.companion", { host: host.cn })
      : isOnBadge && t("visitor-flow:hint.badge");
  const title = step.topic === "few" && words !== undefined ? words.few : titleOf(step, { t, door, language });
  const [only] = step.fields.length === 1 ? step.fields : [];
  const isOptional = only !== undefined && !only.required;
  return (
    <Frame
      {...frameOf(props)}
      title={
        <>
          {only !== undefined && isOwn(only) ? <span {...writtenIn(language)}>{title}</span> : title}{" "}
          {isOptional && <span className={styles.optional}>{t("visitor-flow:optional")}</span>}
        </>
      }
      hint={(asksName && hint) || undefined}
      types={step.fields.some(isTyped)}
      note={props.trouble ?? (isLarge && <RetentionNote />)}
      main={<Next {...props} isSkipped={isOptional && isBlank(flow.draft.answers[only.field_name])} />}
    >
      {isLarge ? (
        <Questions {...props} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          <Questions {...props} />
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </form>
      )}
    </Frame>
  );
};
