import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../../components/button/button.tsx";
import { useRestoreFocusOnUnmount } from "../../../components/focus/restore-focus.ts";
import { changedIn, emptiedAsNull } from "../../../components/edits/merge-edits.ts";
import { type FormProblem, problemAt, problemOf, withNotes } from "../../../components/edits/use-draft.ts";
import { useEdits } from "../../../components/edits/use-edits.ts";
import { api } from "../../../data/api/api.ts";
import { matchOf } from "../../../data/api/record-tags.ts";
import type { Visit } from "../../../data/lists/visits.ts";
import { changeVisit } from "./change-visits.ts";
import { AnswerFields, PersonFields, PlaceFields, type VisitForm } from "./edit-fields.tsx";
import { questionsOf } from "../visit-answers.ts";
import { useFields } from "../queries.ts";
import styles from "./edit-visit.module.css";

type VisitFields = Readonly<Record<string, unknown>>;

const useEdit = (visit: Visit, close: () => void) => {
  // What a save was checked against: Undo restores it.
  const latest = useRef(visit);
  const edits = useEdits<VisitFields>(visit, {
    location: visit.company_id,
    id: visit._id,
    read: async () => {
      latest.current = await api.request("GET /visitors/{visitorId}", { params: { visitorId: visit._id } });
      return { fields: latest.current, match: matchOf(latest.current) };
    },
  });
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (Object.keys(changedIn(edits.draft, visit)).length === 0) return close();
    setBusy(true);
    try {
      const isSaved = await edits.save((changed, _, match) =>
        changeVisit(latest.current, emptiedAsNull(changed), match),
      );
      if (isSaved) close();
      else setBusy(false);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const shown = withNotes(problem, edits.notes);
  const form: VisitForm = {
    valueOf: (field) => edits.draft[field],
    set: (field, value) => {
      setProblem(undefined);
      edits.set({ [field]: value });
    },
    problem: (field) => problemAt(shown, field),
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
