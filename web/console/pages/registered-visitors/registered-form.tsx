import { Select, Switch, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { namesHaving } from "../../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../../shared/registered-visitor-fields.ts";
import { api } from "../../data/api.ts";
import { type FormProblem, problemOf } from "../../components/use-draft.ts";
import { useLanguageName, useTextLanguages } from "../../components/languages.ts";
import { Panel, PanelForm } from "../../components/panel.tsx";
import { showToast } from "../../components/toast.tsx";
import { useLocation } from "../../data/location.ts";
import type { RegisteredVisitor } from "../../data/registered-visitors.ts";
import { nameOf } from "../../data/visits.ts";
import { AnswerFields, PersonFields, PlaceFields } from "../../features/visit/edit-fields.tsx";
import type { VisitForm } from "../../features/visit/edit-visit.tsx";
import { questionsOf } from "../../features/visit/visit-answers.ts";
import { useFields } from "../../features/visit/queries.ts";
import { changeOf, type RegisteredVisitorDraft, endOf, valueOf } from "./form-fields.ts";
import { invalidateRegisteredVisitors } from "./queries.ts";
import styles from "./queries.module.css";
import { textOf } from "../../lib/text-value.ts";

const send = (
  person: RegisteredVisitor | undefined,
  location: string,
  change: Record<string, unknown>,
): Promise<RegisteredVisitor> =>
  person === undefined
    ? api.request("POST /knownvisitors", { body: { company_id: location, ...change } })
    : api.request("PUT /knownvisitors/{id}", { params: { id: person._id }, body: change });

const useForm = (person: RegisteredVisitor | undefined, done: (saved: RegisteredVisitor) => void) => {
  const { t } = useTranslation("registered-visitors");
  const { _id: location, timezone } = useLocation();
  const [draft, setDraft] = useState<RegisteredVisitorDraft>({});
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const read = (field: string): unknown => valueOf(person, draft, field, timezone);
  const submit = async (): Promise<void> => {
    const change = changeOf(person, draft, timezone);
    const named = ["first_name", "last_name", "company"].some((field) => textOf(read(field)).trim() !== "");
    if (!named) return setProblem({ field: "last_name", words: t("nameMissing") });
    setBusy(true);
    try {
      const saved = await send(person, location, change);
      await invalidateRegisteredVisitors(location);
      done(saved);
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  const set = (field: string, value: unknown): void => {
    setProblem(undefined);
    // Who is given a beginning is not expected for ever after.
    const until = field === "from" && !read("until") ? { until: endOf(String(value)) } : {};
    setDraft((old) => ({ ...old, [field]: value, ...until }));
  };
  const form: VisitForm = {
    valueOf: read,
    set,
    problem: (field) => (problem?.field === field ? problem.words : undefined),
  };
  return { form, problem, busy, submit: () => void submit() };
};

const WhenFields = ({ form }: { form: VisitForm }) => {
  const { t } = useTranslation("registered-visitors");
  const field = (name: "from" | "until", help: ReactNode, error: string | undefined) => (
    <TextInput
      type="datetime-local"
      label={t(`field.${name}`)}
      description={help}
      value={textOf(form.valueOf(name))}
      error={error}
      onChange={(event: FormEvent<HTMLInputElement>) => form.set(name, event.currentTarget.value)}
    />
  );
  return (
    <div className={styles.when}>
      {field("from", t("help.from"), undefined)}
      {field("until", undefined, form.problem("visiting_on"))}
    </div>
  );
};

const MoreFields = ({ form }: { form: VisitForm }) => {
  const { t } = useTranslation("registered-visitors");
  const nameOfLanguage = useLanguageName();
  const languages = useTextLanguages().map((code) => ({ value: code, label: nameOfLanguage(code) }));
  return (
    <>
      <Select
        label={t("field.language_id")}
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

type RegisteredFormProps = {
  person: RegisteredVisitor | undefined;
  close: () => void;
  done: (saved: RegisteredVisitor) => void;
};

const SHOWN_IN_PLACE: ReadonlySet<string> = new Set([
  ...namesHaving(REGISTERED_FIELDS, "form"),
  "visiting_on",
  "language_id",
]);

/** The details of a registered visitor as fields: a new one, or in place of what is shown. */
export const RegisteredForm = ({ person, close, done }: RegisteredFormProps) => {
  const { t } = useTranslation("registered-visitors");
  const { t: common } = useTranslation();
  const saved = (registered: RegisteredVisitor): void => {
    const name = nameOf(registered) || t("unnamed");
    showToast({ words: person === undefined ? t("added", { name }) : t("saved", { name }) });
    done(registered);
  };
  const { form, problem, busy, submit } = useForm(person, saved);
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
        <WhenFields form={form} />
        <PlaceFields form={form} />
        <AnswerFields form={form} asked={asked} />
        <MoreFields form={form} />
      </PanelForm>
    </Panel>
  );
};
