import { SegmentedControl, Select, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../../shared/email.ts";
import { namesHaving } from "../../../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../../../shared/registered-visitor-fields.ts";
import { type FormProblem, problemAt, problemOf, withNotes } from "../../../components/edits/use-draft.ts";
import { useLanguageName, useTextLanguages } from "../../../components/language/languages.ts";
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
import { BatchPanel } from "../batch-panel.tsx";
import { expectedTimeOf, expectedTimeProblem } from "./expected-time.ts";
import { useFirstDraft } from "./first-draft.ts";
import { useInvitationOutcomeText } from "../invitation-outcome-text.ts";
import { REGISTRATIONS_MAX, type Several, severalProblem } from "../new-registrations.ts";
import { PeopleFields } from "./people-fields.tsx";
import { type Person, personOf } from "./person-names.ts";
import { invite } from "../queries.ts";
import { useBatch } from "../registrations.ts";
import { useRegisteredEdits, useSave } from "./save-registered.ts";
import { RepeatFields } from "./repeat-fields.tsx";
import { REPEATS_MAX } from "./repeats.ts";
import { WhenFields } from "./when-fields.tsx";
import { textOf } from "../../../lib/text-value.ts";

type FormInput = Pick<RegisteredFormProps, "person" | "like"> & {
  invites: boolean;
  done: (saved: RegisteredVisitor) => Promise<void>;
};

const useRegisteredForm = ({ person, like, invites, done }: FormInput) => {
  const { t } = useTranslation("registered-visitors");
  const { timezone } = useLocation();
  const { first, whole } = useFirstDraft(person, like);
  const edits = useRegisteredEdits(person, first);
  const save = useSave({ person, invites, done, edits, whole });
  const addressHint = useAddressHint(person);
  const [several, setSeveral] = useState<Several>({ people: undefined, repeat: undefined });
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
  return { form, expected, several, change: changeSeveral, problem, busy, submit: () => void submit() };
};

const MoreFields = ({ form }: { form: VisitForm }) => {
  const { t } = useTranslation("registered-visitors");
  const { default_language } = useLocation();
  const nameOfLanguage = useLanguageName();
  const languages = useTextLanguages().map((code) => ({ value: code, label: nameOfLanguage(code) }));
  return (
    <>
      <Select
        label={t("field.language_id")}
        placeholder={nameOfLanguage(default_language)}
        description={t("help.language_id")}
        data={languages}
        value={textOf(form.valueOf("language_id")) || null}
        error={form.problem("language_id")}
        clearable
        clearButtonProps={{ "aria-label": t("noLanguage") }}
        onChange={(value) => form.set("language_id", value)}
      />
      <Switch
        label={t("field.persistent")}
        description={t("help.persistent")}
        checked={form.valueOf("persistent") === true}
        onChange={(event) => form.set("persistent", event.currentTarget.checked)}
      />
    </>
  );
};

type InvitationSwitchProps = { form: VisitForm; several: Several; wanted: boolean; want: (wanted: boolean) => void };

/** Whether to send the invitation as soon as the visitor is registered. */
const InvitationSwitch = ({ form, several: { people }, wanted, want }: InvitationSwitchProps) => {
  const { t } = useTranslation("registered-visitors");
  const addresses = people?.map(({ email }) => email) ?? [textOf(form.valueOf("email"))];
  const hasAddress = addresses.some((email) => isEmailAddress(email.trim()));
  return (
    <Switch
      label={t("sendInvitation")}
      description={hasAddress ? t("help.invitation") : t("help.noAddress")}
      disabled={!hasAddress}
      checked={hasAddress && wanted}
      onChange={(event) => want(event.currentTarget.checked)}
    />
  );
};

type RegisteredFormProps = {
  person: RegisteredVisitor | undefined;
  /** The original of a copy. */
  like?: RegisteredVisitor | undefined;
  close: () => void;
  done: (saved: RegisteredVisitor) => void;
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
const WhoFields = ({ form, several: { people }, change }: WhoFieldsProps) => {
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
        <PeopleFields people={people} set={(next) => change({ people: next })} problem={form.problem("people")} />
      )}
    </>
  );
};

/** The details of a registered visitor as fields: for a new one, or replacing the shown details. */
export const RegisteredForm = ({ person, like, close, done }: RegisteredFormProps) => {
  const { t } = useTranslation("registered-visitors");
  const { t: common } = useTranslation();
  const [invites, setInvites] = useState(true);
  const tell = useSaved(person, invites);
  const { form, expected, several, change, problem, busy, submit } = useRegisteredForm({
    person,
    like,
    invites,
    done: async (saved) => {
      await tell(saved);
      done(saved);
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
        {isNew && expected.kind === "day" && (
          <RepeatFields
            expected={expected}
            repeat={several.repeat}
            visitors={several.people?.length ?? 1}
            set={(repeat) => change({ repeat })}
            problem={form.problem("repeat")}
          />
        )}
        <PlaceFields form={form} />
        <AnswerFields form={form} asked={asked} />
        {isNew && <InvitationSwitch form={form} several={several} wanted={invites} want={setInvites} />}
        <MoreFields form={form} />
      </PanelForm>
    </Panel>
  );
};
