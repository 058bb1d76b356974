import { Select, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../shared/email.ts";
import { namesHaving } from "../../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../../shared/registered-visitor-fields.ts";
import { api } from "../../data/api.ts";
import { type FormProblem, problemOf } from "../../components/use-draft.ts";
import { useLanguageName, useTextLanguages } from "../../components/languages.ts";
import { Panel, PanelForm } from "../../components/panel.tsx";
import { showToast } from "../../components/toast.tsx";
import { useToday } from "../../data/day.ts";
import { useLocation } from "../../data/location.ts";
import type { RegisteredVisitor } from "../../data/registered-visitors.ts";
import { useVisitTypes } from "../../data/visit-types.ts";
import { nameOf } from "../../data/visits.ts";
import { AnswerFields, PersonFields, PlaceFields } from "../../features/visit/edit-fields.tsx";
import type { VisitForm } from "../../features/visit/edit-visit.tsx";
import { questionsOf } from "../../features/visit/visit-answers.ts";
import { useFields } from "../../features/visit/queries.ts";
import { expectedTimeOf, expectedTimeProblem } from "./expected-time.ts";
import { changeOf, type RegisteredVisitorDraft } from "./form-fields.ts";
import { useInvitationOutcomeText } from "./invitation-outcome-text.ts";
import { invite, invalidateRegisteredVisitors } from "./queries.ts";
import { WhenFields } from "./when-fields.tsx";
import { textOf } from "../../lib/text-value.ts";

const send = (
  person: RegisteredVisitor | undefined,
  location: string,
  change: Record<string, unknown>,
): Promise<RegisteredVisitor> =>
  person === undefined
    ? api.request("POST /knownvisitors", { body: { company_id: location, ...change } })
    : api.request("PUT /knownvisitors/{id}", { params: { id: person._id }, body: change });

/** A new visitor is expected today, for the visit type that comes first. */
const useFirstDraft = (person: RegisteredVisitor | undefined): RegisteredVisitorDraft => {
  const today = useToday();
  const type = useVisitTypes().find(({ active }) => active)?._id;
  if (person !== undefined) return {};
  return { visit_type: type, expected: { kind: "day", day: today, from: "", lastDay: today, to: "" } };
};

const useForm = (person: RegisteredVisitor | undefined, done: (saved: RegisteredVisitor) => Promise<void>) => {
  const { t } = useTranslation("registered-visitors");
  const { _id: location, timezone } = useLocation();
  const first = useFirstDraft(person);
  const [typed, setTyped] = useState<RegisteredVisitorDraft>({});
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const draft: RegisteredVisitorDraft = { ...first, ...typed };
  const expected = draft.expected ?? expectedTimeOf(person?.visiting_on, timezone);
  const read = (field: string): unknown => (field in draft ? draft[field] : person?.[field]);
  const found = (): FormProblem | undefined => {
    const named = ["first_name", "last_name", "company"].some((field) => textOf(read(field)).trim() !== "");
    if (!named) return { field: "last_name", words: t("nameMissing") };
    const wrong = expectedTimeProblem(expected);
    return wrong && { field: wrong.field, words: t(`when.wrong.${wrong.problem}`) };
  };
  const submit = async (): Promise<void> => {
    const wrong = found();
    if (wrong !== undefined) return setProblem(wrong);
    setBusy(true);
    try {
      const saved = await send(person, location, changeOf(person, draft, timezone));
      await invalidateRegisteredVisitors(location);
      await done(saved);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const set = (field: string, value: unknown): void => {
    setProblem(undefined);
    setTyped((old) => ({ ...old, [field]: value }));
  };
  const form: VisitForm = {
    valueOf: read,
    set,
    problem: (field) => (problem?.field === field ? problem.words : undefined),
  };
  return { form, expected, problem, busy, submit: () => void submit() };
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

type InvitationSwitchProps = { form: VisitForm; wanted: boolean; want: (wanted: boolean) => void };

/** Whether the invitation goes out as soon as the visitor is registered. */
const InvitationSwitch = ({ form, wanted, want }: InvitationSwitchProps) => {
  const { t } = useTranslation("registered-visitors");
  const hasAddress = isEmailAddress(textOf(form.valueOf("email")).trim());
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
]);

/** Says what was done. A new visitor with an address is invited in the same step, where that is wanted. */
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

/** The details of a registered visitor as fields: a new one, or in place of what is shown. */
export const RegisteredForm = ({ person, close, done }: RegisteredFormProps) => {
  const { t } = useTranslation("registered-visitors");
  const { t: common } = useTranslation();
  const [invites, setInvites] = useState(true);
  const tell = useSaved(person, invites);
  const { form, expected, problem, busy, submit } = useForm(person, async (saved) => {
    await tell(saved);
    done(saved);
  });
  const asked = questionsOf(useFields(), textOf(form.valueOf("visit_type")) || undefined);
  const isShown =
    problem !== undefined &&
    (SHOWN_IN_PLACE.has(problem.field) || asked.some(({ field_name }) => field_name === problem.field));
  return (
    <Panel title={person === undefined ? t("add") : nameOf(person)} close={close}>
      <PanelForm
        action={person === undefined ? common("add") : common("save")}
        busy={busy}
        problem={isShown ? undefined : problem?.words}
        submit={submit}
        close={close}
      >
        <PersonFields form={form} of={REGISTERED_FIELDS} />
        <WhenFields expected={expected} set={(next) => form.set("expected", next)} problem={form.problem} />
        <PlaceFields form={form} />
        <AnswerFields form={form} asked={asked} />
        {person === undefined && <InvitationSwitch form={form} wanted={invites} want={setInvites} />}
        <MoreFields form={form} />
      </PanelForm>
    </Panel>
  );
};
