import { IconArrowLeft, IconArrowRight, IconCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { EntranceLayout } from "../../components/layout/entrance-layout.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { LanguageSwitch } from "../../components/language/language-switch.tsx";
import { useFocusOnError } from "../../components/focus/use-form-focus.ts";
import styles from "./frame.module.css";
import { canReturnTo, partBefore, type SetupPart, STEPS, stepOf } from "./setup.ts";

const Step = ({ index, now }: { index: number; now: number }) => {
  const { t } = useTranslation("setup");
  const key = STEPS[index]?.key;
  return (
    <>
      <span className={styles.arch} data-done={index < now || undefined}>
        {index < now ? <IconCheck size={16} stroke={2.2} aria-label={t("done")} /> : index + 1}
      </span>
      <span>
        <span className={styles.name}>{t(`step.${key}`)}</span>
        {index === now && <span className={styles.what}>{t(`what.${key}`)}</span>}
      </span>
    </>
  );
};

/** The five steps; those that are done lead back. */
const Steps = ({ now }: { now: number }) => {
  const location = useLocationId();
  return (
    <ol className={styles.steps}>
      {STEPS.map(({ key, parts }, index) => {
        const [first] = parts;
        return (
          <li key={key} className={styles.step} aria-current={index === now ? "step" : undefined}>
            {index < now && location !== "" && first !== undefined && canReturnTo(first) ? (
              <Link to="/setup/$location" params={{ location }} search={{ step: first }} className={styles.past}>
                <Step index={index} now={now} />
              </Link>
            ) : (
              <Step index={index} now={now} />
            )}
          </li>
        );
      })}
    </ol>
  );
};

/** The link to the previous part, which keeps its answers. */
const Back = ({ part }: { part: SetupPart }) => {
  const { t } = useTranslation("setup");
  const location = useLocationId();
  const before = partBefore(part);
  if (before === undefined || location === "") return null;
  return (
    <Link to="/setup/$location" params={{ location }} search={{ step: before }} className={styles.back}>
      <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
      {t("back")}
    </Link>
  );
};

type FrameProps = { part: SetupPart; title: ReactNode; help: ReactNode; children: ReactNode; foot?: ReactNode };

/** One question; the door opens a little further with each. */
export const Frame = ({ part, title, help, children, foot }: FrameProps) => {
  const { t } = useTranslation("setup");
  const now = stepOf(part);
  useEffect(() => {
    document.title = `${t("setup")} · Foyer`;
  }, [t]);
  return (
    <EntranceLayout
      key={part}
      above={
        <span className={styles.above}>
          <Back part={part} />
          {t("stepOf", { step: now + 1, count: STEPS.length })}
        </span>
      }
      title={title}
      help={help}
      open={now / STEPS.length + (part === "retention" || part === "visit" ? 0.1 : 0)}
      aside={<Steps now={now} />}
      foot={foot ?? <LanguageSwitch />}
    >
      {children}
    </EntranceLayout>
  );
};

type FormProps = {
  action: string;
  busy: boolean;
  problem: string | undefined;
  submit: () => void;
  /** Beside the button: how much is left, or a link to skip. */
  beside?: ReactNode;
  children: ReactNode;
};

/** The fields of a step and its one button. */
export const Form = ({ action, busy, problem, submit, beside, children }: FormProps) => {
  const sent = useFocusOnError(busy);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    sent(event.currentTarget);
    submit();
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
      {problem !== undefined && problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <Button kind="primary" size="setup" type="submit" busy={busy}>
          <span className={styles.action}>
            {action}
            <IconArrowRight size={18} stroke={1.8} aria-hidden="true" />
          </span>
        </Button>
        {beside !== undefined && <span className={styles.beside}>{beside}</span>}
      </div>
    </form>
  );
};
