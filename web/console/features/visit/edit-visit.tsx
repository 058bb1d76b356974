import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button.tsx";
import { useRestoreFocusOnUnmount } from "../../components/restore-focus.ts";
import { type FormProblem, problemOf } from "../../components/use-draft.ts";
import type { Visit } from "../../data/visits.ts";
import { changeVisit } from "./change-visits.ts";
import { AnswerFields, PersonFields, PlaceFields } from "./edit-fields.tsx";
import { questionsOf } from "./visit-answers.ts";
import { useFields } from "./queries.ts";
import styles from "./edit-visit.module.css";

/** What is typed, by field; what was not touched is not in it. */
export type VisitDraft = Readonly<Record<string, unknown>>;
/** What each part of the form is drawn from. */
export type VisitForm = {
  valueOf: (field: string) => unknown;
  set: (field: string, value: unknown) => void;
  problem: (field: string) => string | undefined;
};

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === "";

/** What is to be sent: `null` removes what was emptied, and what is as it was is left out. */
const changeOf = (visit: Visit, draft: VisitDraft): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(draft)
      .map(([field, value]): [string, unknown] => [field, isBlank(value) ? null : value])
      .filter(([field, value]) => value !== (visit[field] ?? null)),
  );

const useEdit = (visit: Visit, close: () => void) => {
  const [draft, setDraft] = useState<VisitDraft>({});
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    const change = changeOf(visit, draft);
    if (Object.keys(change).length === 0) return close();
    setBusy(true);
    try {
      await changeVisit(visit, change);
      close();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const form: VisitForm = {
    valueOf: (field) => (field in draft ? draft[field] : visit[field]),
    set: (field, value) => {
      setProblem(undefined);
      setDraft((old) => ({ ...old, [field]: value }));
    },
    problem: (field) => (problem?.field === field ? problem.words : undefined),
  };
  return { form, problem, busy, save };
};

/** Escape outside the form leaves it too, before the panel hears of it. */
const useEscape = (form: RefObject<HTMLFormElement | null>, close: () => void): void => {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const isInside = event.target instanceof Node && form.current?.contains(event.target) === true;
      if (event.key !== "Escape" || isInside || document.querySelector("[role=dialog], [role=menu]") !== null) return;
      event.preventDefault();
      close();
    };
    globalThis.addEventListener("keydown", onKey, { capture: true });
    return () => globalThis.removeEventListener("keydown", onKey, { capture: true });
  }, [form, close]);
};

type EditVisitProps = {
  visit: Visit;
  /** The field that has the focus; the first of all when left out. */
  first?: string | undefined;
  close: () => void;
};

/** The details of a visit as fields, in place of the details; Escape leaves them as they were. */
export const EditVisit = ({ visit, first, close }: EditVisitProps) => {
  const { t } = useTranslation("visit");
  const element = useRef<HTMLFormElement>(null);
  const { form, problem, busy, save } = useEdit(visit, close);
  useEscape(element, close);
  useRestoreFocusOnUnmount();
  useEffect(() => {
    const wanted = first === undefined ? "input" : `[data-field="${CSS.escape(first)}"] input`;
    element.current?.querySelector<HTMLInputElement>(wanted)?.focus();
  }, [first]);
  const type = form.valueOf("visit_type");
  const asked = questionsOf(useFields(), typeof type === "string" ? type : undefined);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void save();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works in each of its fields
    <form ref={element} className={styles.form} aria-label={t("edit")} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <PersonFields form={form} />
      <PlaceFields form={form} />
      <AnswerFields form={form} asked={asked} />
      {problem !== undefined && problem.field === "" && (
        <p className={styles.problem} role="alert">
          {problem.words}
        </p>
      )}
      <div className={styles.actions}>
        <Button kind="quiet" onClick={close}>
          {t("cancel")}
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
};
