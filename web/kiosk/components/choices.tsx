import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { searchNames } from "../../../shared/text/name-search.ts";
import { optionCountOf, optionIndexOf, type Problem } from "../../visitor-flow/answers.ts";
import { type DoorField, inLanguage } from "../../visitor-flow/door.ts";
import { CHOICES_SHOWN_MAX } from "../../visitor-flow/steps.ts";
import { Field, FieldError, Label } from "./field.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./choices.module.css";

type ChoicesProps = {
  field: DoorField;
  value: unknown;
  change: (value: unknown) => void;
  /** Keeps the answer and goes on. */
  choose: (value: unknown) => void;
  problem: Problem | undefined;
  label: string;
  /** The title of the screen says the label already. */
  isAlone: boolean;
};

/** As many of them as fit above a keyboard, on a small screen and on others. */
const SHOWN_SMALL = 2;
const SHOWN = 4;

/** One of the answers. */
export const Option = ({
  text,
  isOn,
  isMany,
  press,
}: {
  text: string;
  isOn: boolean;
  isMany: boolean;
  press: () => void;
}) => (
  <button
    type="button"
    role={isMany ? "checkbox" : "radio"}
    aria-checked={isOn}
    className={styles.option}
    onClick={press}
  >
    <span className={isMany ? styles.box : styles.dot} aria-hidden="true">
      {isOn && <IconCheck size={20} stroke={2.4} />}
    </span>
    {text}
  </button>
);

type OptionListProps = { label: string; isMany: boolean; problem?: string | undefined; children: ReactNode };

/** The answers to choose from. @param problem the id of what says why the choice was not taken */
export const OptionList = ({ label, isMany, problem, children }: OptionListProps) => (
  <div role={isMany ? "group" : "radiogroup"} aria-label={label} aria-describedby={problem} className={styles.list}>
    {children}
  </div>
);

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Which of the texts are shown: all, or those that match what was typed. The chosen one is always there. */
const shownOf = (
  texts: readonly string[],
  { typed, isOn, most }: { typed: string; isOn: (index: number) => boolean; most: number },
): number[] => {
  const all = texts.map((_, index) => index);
  if (texts.length <= CHOICES_SHOWN_MAX) return all;
  const found = searchNames(
    texts.map((cn, index) => ({ cn, index })),
    typed,
    most,
  ).map(({ index }) => index);
  const first = typed.trim().length < 2 ? all.slice(0, most) : found;
  return [...new Set([...all.filter(isOn), ...first])].slice(0, most);
};

const Yes = ({ value, change, problem, label }: ChoicesProps) => {
  const { t } = useTranslation("visitor-flow");
  const id = useId();
  return (
    <div role="group" aria-label={label} aria-describedby={problem === undefined ? undefined : id}>
      <div className={styles.pair}>
        <Option text={t("yes")} isOn={value === true} isMany press={() => change(value !== true)} />
      </div>
      <FieldError id={id} problem={problem} />
    </div>
  );
};

const List = ({ field, value, change, choose, problem, label }: ChoicesProps) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language, fieldsPerScreen } = useKioskContext();
  const most = fieldsPerScreen === 1 ? SHOWN_SMALL : SHOWN;
  const [typed, setTyped] = useState("");
  const id = useId();
  const texts = inLanguage(field.options, language, door.location.default_language) ?? [];
  const isSearched = texts.length > CHOICES_SHOWN_MAX;
  const isMany = field.type === "checkbox";
  const chosen = new Set((isMany ? asList(value) : [value]).map((one) => optionIndexOf(field, one)));
  const isOn = (index: number): boolean => chosen.has(index);
  const press = (index: number): void => {
    // One of several is all there is to say, as with the visit type; a press on what was chosen takes it back.
    if (!isMany) return isOn(index) && !field.required ? change(undefined) : choose(texts[index]);
    change(texts.filter((_, n) => (n === index ? !isOn(n) : isOn(n))));
  };
  return (
    <div>
      {isSearched && (
        <div className={styles.search}>
          <Field
            label={t("search")}
            isLabelHidden
            placeholder={t("search")}
            optional
            hint={false}
            value={typed}
            change={setTyped}
          />
        </div>
      )}
      <OptionList label={label} isMany={isMany} problem={problem === undefined ? undefined : id}>
        {shownOf(texts, { typed, isOn, most }).map((index) => (
          <Option key={index} text={texts[index] ?? ""} isOn={isOn(index)} isMany={isMany} press={() => press(index)} />
        ))}
      </OptionList>
      <FieldError id={id} problem={problem} />
    </div>
  );
};

/** A question that is answered by pressing: one of several, several of several, or yes. */
export const Choices = (props: ChoicesProps) => {
  const { field, label, isAlone } = props;
  return (
    <>
      {!isAlone && (
        <div className={styles.label} aria-hidden="true">
          <Label optional={!field.required}>{label}</Label>
        </div>
      )}
      {optionCountOf(field) === 0 ? <Yes {...props} /> : <List {...props} />}
    </>
  );
};
