import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { namesHaving } from "../../../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../../../shared/registered-visitor-fields.ts";
import { type FormProblem, problemAt, problemOf, withNotes } from "../../../components/edits/use-draft.ts";
import { Panel, PanelForm } from "../../../components/layout/panel.tsx";
import { showToast } from "../../../components/feedback/toast.tsx";
import { useLocation } from "../../../data/session/location.ts";
import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";
import { nameOf } from "../../../data/lists/visits.ts";
import { AnswerFields, PersonFields, PlaceFields } from "../../../features/visit/edit/edit-fields.tsx";
import type { VisitForm } from "../../../features/visit/edit/edit-fields.tsx";
import { questionsOf } from "../../../features/visit/visit-answers.ts";
import { useFields } from "../../../features/visit/queries.ts";
import { useAddressHint } from "./address-hint.ts";
import { ChangeDialog, useScope } from "./change-dialog.tsx";
import { BatchPanel } from "../batch-panel.tsx";
import { expectedTimeOf, expectedTimeProblem } from "./expected-time.ts";
import { useFirstDraft } from "./first-draft.ts";
import { useInvitationOutcomeText } from "../invitation-outcome-text.ts";
import { groupOf, REGISTRATIONS_MAX, REPEATS_MAX, type Several, severalProblem } from "../new-registrations.ts";
import { GroupFields } from "./group-fields.tsx";
import { InvitationSwitch, MoreFields } from "./more-fields.tsx";
import { PeopleFields } from "./people-fields.tsx";
import { type Person, personOf } from "./person-names.ts";
import { invite } from "../queries.ts";
import { useBatch } from "../registrations.ts";
import { editOf, useRegisteredEdits, useSave } from "./save-registered.ts";
import { RepeatFields } from "./repeat-fields.tsx";
import { WhenFields } from "./when-fields.tsx";
import { textOf } from "../../../lib/text-value.ts";

type FormInput = Pick<RegisteredFormProps, "person" | "like"> & {
  invites: boolean;
  done: (saved: RegisteredVisitor) => Promise<void>;
  doneAll: (made: { words: string; first: string | undefined }) => void;
};

const useRegisteredForm = ({ person, like, invites, done, doneAll }: FormInput) => {
  const { t } = useTranslation("registered-visitors");
  const { timezone } = useLocation();
  const { first, whole } = useFirstDraft(person, like);
  const edits = useRegisteredEdits(person, first);
  const save = useSave({ person, invites, done, doneAll, edits, whole });
  const scope = useScope(person);
  const addressHint = useAddressHint(person);
  const [several, setSeveral] = useState<Several>({ people: undefined, together: undefined, repeat: undefined });
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const { draft } = edits;
  const expected = draft.expected ?? expectedTimeOf(undefined, timezone);
  const read = (field: string): unknown => draft[field];
  const found = (): FormProblem | undefined => {
    const named = ["first_name", "last_name", "company"].some((field) => textOf(read(field)).trim() !== "");
    if (!named && several.people === undefined) return { field: "last_name", words: t("nameMissing") };
    const wrong = expectedTimeProblem(expected);
    if (wrong !== undefined) return { field: wrong.field, words: t(`when.wrong.${wrong.problem}`) };
    const wrongAmong = severalProblem(several, expected);
    return wrongAmong && { field: wrongAmong.field, words: t(`wrong.${wrongAmong.problem}`, LIMITS) };
  };
  const submit = async (): Promise<void> => {
    const wrong = found();
    if (wrong !== undefined) return setProblem(wrong);
    if (scope.isAsked(edits.edited))
      return scope.ask(editOf(Object.fromEntries(edits.edited.map((field) => [field, draft[field]])), timezone));
    setBusy(true);
    try {
      if (!(await save({ several, expected }))) setBusy(false);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const set = (field: string, value: unknown): void => {
    setProblem(undefined);
    edits.set({ [field]: value });
  };
  const shown = withNotes(problem, edits.notes);
  const form: VisitForm = {
    valueOf: read,
    set,
    problem: (field) => problemAt(shown, field) ?? problemAt(shown, `expected.${field}`),
    hint: (field) => (field === "email" ? addressHint(textOf(read("email"))) : undefined),
  };
  const changeSeveral = (part: Partial<Several>): void => {
    setProblem(undefined);
    setSeveral((old) => ({ ...old, ...part }));
  };
  return { form, expected, several, change: changeSeveral, problem, busy, scope, submit: () => void submit() };
};

type RegisteredFormProps = {
  person: RegisteredVisitor | undefined;
  /** The original of a copy. */
  like?: RegisteredVisitor | undefined;
  close: () => void;
  done: (saved: { _id: string }) => void;
  /** The visit was replaced by others of its series. */
  gone?: () => void;
};

const SHOWN_IN_PLACE: ReadonlySet<string> = new Set([
  ...namesHaving(REGISTERED_FIELDS, "form"),
  "visiting_on",
  "day",
  "from",
  "to",
  "language_id",
  "people",
  "repeat",
]);

const LIMITS = { days: REPEATS_MAX, visitors: REGISTRATIONS_MAX };

/** Confirms the result. A new visitor with an address is invited in the same step, if requested. */
const useSaved = (person: RegisteredVisitor | undefined, invites: boolean) => {
  const { t } = useTranslation("registered-visitors");
  const words = useInvitationOutcomeText();
  return async (saved: RegisteredVisitor): Promise<void> => {
    const name = nameOf(saved) || t("unnamed");
    if (person !== undefined) return showToast({ words: t("saved", { name }) });
    if (!invites || saved.email === undefined) return showToast({ words: t("added", { name }) });
    try {
      const counts = await invite(saved.company_id, [saved._id]);
      if (counts.queued === 1) showToast({ words: t("addedAndInvited", { name, email: saved.email }) });
      else showToast({ kind: "problem", words: t("notInvited", { name, why: words(counts).why }) });
    } catch (error) {
      showToast({ kind: "problem", words: t("notInvited", { name, why: problemOf(error).words }) });
    }
  };
};

type WhoFieldsProps = Pick<ReturnType<typeof useRegisteredForm>, "form" | "several" | "change">;

/** The visitor's fields, or several visitors. */
const WhoFields = ({ form, several: { people, together }, change }: WhoFieldsProps) => {
  const { t } = useTranslation("registered-visitors");
  const typed = (field: keyof Person): string => textOf(form.valueOf(field));
  const turn = (kind: string): void => {
    const first = personOf({
      first_name: typed("first_name"),
      last_name: typed("last_name"),
      email: typed("email"),
      company: typed("company"),
      phone: typed("phone"),
    });
    const isTyped = Object.values(first).some((text) => text !== "");
    change({ people: kind === "one" ? undefined : isTyped ? [first] : [] });
  };
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t("who")}
        data={[
          { value: "one", label: t("oneVisitor") },
          { value: "several", label: t("severalVisitors") },
        ]}
        value={people === undefined ? "one" : "several"}
        onChange={turn}
      />
      {people === undefined ? (
        <PersonFields form={form} of={REGISTERED_FIELDS} />
      ) : (
        <>
          <PeopleFields people={people} set={(next) => change({ people: next })} problem={form.problem("people")} />
          <GroupFields together={together} set={(next) => change({ together: next })} />
        </>
      )}
    </>
  );
};

/** The details of a registered visitor as fields: for a new one, or replacing the shown details. */
export const RegisteredForm = ({ person, like, close, done, gone = close }: RegisteredFormProps) => {
  const { t } = useTranslation("registered-visitors");
  const { t: common } = useTranslation();
  const [invites, setInvites] = useState(true);
  const tell = useSaved(person, invites);
  const { form, expected, several, change, problem, busy, scope, submit } = useRegisteredForm({
    person,
    like,
    invites,
    done: async (saved) => {
      await tell(saved);
      done(saved);
    },
    doneAll: ({ words, first }) => {
      showToast({ words });
      if (first === undefined) close();
      else done({ _id: first });
    },
  });
  const batch = useBatch(useLocation()._id);
  const asked = questionsOf(useFields(), textOf(form.valueOf("visit_type")) || undefined);
  const isShown =
    problem !== undefined &&
    (SHOWN_IN_PLACE.has(problem.field) || asked.some(({ field_name }) => field_name === problem.field));
  const isNew = person === undefined;
  if (isNew && batch !== undefined) return <BatchPanel batch={batch} title={t("add")} close={close} />;
  return (
    <Panel title={isNew ? t("add") : nameOf(person)} close={close}>
      <PanelForm
        action={isNew ? common("add") : common("save")}
        busy={busy}
        problem={isShown ? undefined : problem?.words}
        submit={submit}
        close={close}
      >
        {isNew ? (
          <WhoFields form={form} several={several} change={change} />
        ) : (
          <PersonFields form={form} of={REGISTERED_FIELDS} />
        )}
        <WhenFields expected={expected} set={(next) => form.set("expected", next)} problem={form.problem} />
        {isNew && expected.kind === "day" && groupOf(several) === undefined && (
          <RepeatFields
            expected={expected}
            repeat={several.repeat}
            set={(repeat) => change({ repeat })}
            problem={form.problem("repeat")}
          />
        )}
        <PlaceFields form={form} />
        <AnswerFields form={form} asked={asked} />
        {isNew && <InvitationSwitch form={form} several={several} wanted={invites} want={setInvites} />}
        <MoreFields form={form} />
      </PanelForm>
      <ChangeDialog scope={scope} done={done} gone={gone} />
    </Panel>
  );
};
