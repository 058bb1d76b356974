import { Autocomplete, Checkbox, NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useDoors } from "../../data/doors.ts";
import { useVisitTypes } from "../../data/visit-types.ts";
import type { VisitForm } from "./edit-visit.tsx";
import { type CustomField, useHosts } from "./queries.ts";
import styles from "./edit-visit.module.css";
import { textOf } from "../../lib/text-value.ts";

const HOSTS_SHOWN = 20;

type TextName = "first_name" | "last_name" | "company" | "email" | "phone" | "address" | "zip_code" | "city";

const Text = ({ form, field }: { form: VisitForm; field: TextName }) => {
  const { t } = useTranslation("visit");
  return (
    <TextInput
      label={t(`field.${field}`)}
      type={field === "email" ? "email" : field === "phone" ? "tel" : "text"}
      value={textOf(form.valueOf(field))}
      error={form.problem(field)}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  );
};

/** Who it is, and how they are reached. */
export const PersonFields = ({ form }: { form: VisitForm }) => (
  <>
    <div className={styles.pair}>
      <Text form={form} field="first_name" />
      <Text form={form} field="last_name" />
    </div>
    <Text form={form} field="company" />
    <div className={styles.pair}>
      <Text form={form} field="email" />
      <Text form={form} field="phone" />
    </div>
  </>
);

/** Whom they visit, what for, through which door. */
export const PlaceFields = ({ form }: { form: VisitForm }) => {
  const { t } = useTranslation("visit");
  const named = (list: readonly { _id: string; name: string }[]) =>
    list.map(({ _id, name }) => ({ value: _id, label: name }));
  const [types, doors] = [named(useVisitTypes()), named(useDoors())];
  const hosts = [...new Set(useHosts().map(({ cn }) => cn))];
  const select = (field: "visit_type" | "entrypoint_id", data: typeof types) => (
    <Select
      label={t(`field.${field}`)}
      data={data}
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      value={textOf(form.valueOf(field)) || null}
      error={form.problem(field)}
      onChange={(value) => form.set(field, value)}
    />
  );
  return (
    <>
      <Autocomplete
        label={t("field.recipient")}
        data={hosts}
        limit={HOSTS_SHOWN}
        value={textOf(form.valueOf("recipient"))}
        error={form.problem("recipient")}
        onChange={(value) => form.set("recipient", value)}
      />
      <div className={styles.pair}>
        {select("visit_type", types)}
        {select("entrypoint_id", doors)}
      </div>
    </>
  );
};

const Answer = ({ form, field }: { form: VisitForm; field: CustomField }) => {
  const { t } = useTranslation("visit");
  const { field_name: name, label, type, options } = field;
  const value = form.valueOf(name);
  const shared = { label, error: form.problem(name) };
  if (type === "checkbox")
    return (
      <Checkbox
        {...shared}
        checked={value === true || value === "true"}
        onChange={(event) => form.set(name, event.currentTarget.checked)}
      />
    );
  if (type === "dropdown" || type === "radio") {
    // What was chosen once stays to be seen, though it is no choice any more.
    const choices = [...new Set([...options, ...(textOf(value) === "" ? [] : [textOf(value)])])];
    return (
      <Select
        {...shared}
        data={choices}
        clearable
        clearButtonProps={{ "aria-label": t("clear") }}
        value={textOf(value) || null}
        onChange={(next) => form.set(name, next)}
      />
    );
  }
  if (type === "number")
    return <NumberInput {...shared} hideControls value={textOf(value)} onChange={(next) => form.set(name, next)} />;
  const typed = { ...shared, value: textOf(value) };
  if (type === "textarea")
    return <Textarea {...typed} onChange={(event) => form.set(name, event.currentTarget.value)} />;
  const kinds: Partial<Record<CustomField["type"], string>> = { date: "date", email: "email", phone: "tel" };
  return (
    <TextInput
      {...typed}
      type={kinds[type] ?? "text"}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  );
};

/** The questions of the visit type. */
export const AnswerFields = ({ form, asked }: { form: VisitForm; asked: readonly CustomField[] }) => (
  <>
    {asked.map((field) => (
      <Answer key={field._id} form={form} field={field} />
    ))}
  </>
);
