import type { ReactNode } from "react";
import { Autocomplete, Checkbox, NumberInput, Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { type FieldDefinition, type Fields, namesHaving, type NamesWith } from "../../../../../shared/fields.ts";
import { VISIT_FIELDS } from "../../../../../shared/visit-fields.ts";
import { DateField } from "../../../components/date/date-field.tsx";
import { useFieldLabel } from "../../../components/form/field-label.ts";
import { useEntryPoints } from "../../../data/lists/entry-points.ts";
import { useVisitTypes } from "../../../data/lists/visit-types.ts";
import { type CustomField, useHosts } from "../queries.ts";
import styles from "./edit-visit.module.css";
import { textOf } from "../../../lib/text-value.ts";

const HOSTS_SHOWN = 20;

/** What each part of the form is drawn from. */
export type VisitForm = {
  valueOf: (field: string) => unknown;
  set: (field: string, value: unknown) => void;
  problem: (field: string) => string | undefined;
  /** What the change of a field will do, said beside it. */
  hint?: (field: string) => string | undefined;
};

/** A field of a visit that the form has. */
export type FormName = NamesWith<typeof VISIT_FIELDS, Record<"form", unknown>>;
type InputProps = { form: VisitForm; field: FormName };

const INPUT_TYPES = { email: "email", phone: "tel", text: "text" } as const;

const Text = ({ form, field }: InputProps) => {
  const definition: FieldDefinition = VISIT_FIELDS[field];
  return (
    <TextInput
      label={useFieldLabel()(field)}
      type={INPUT_TYPES[definition.format ?? "text"]}
      description={form.hint?.(field)}
      value={textOf(form.valueOf(field))}
      error={form.problem(field)}
      onChange={(event) => form.set(field, event.currentTarget.value)}
    />
  );
};

const HostInput = ({ form }: InputProps) => {
  return (
    <Autocomplete
      label={useFieldLabel()("recipient")}
      data={[...new Set(useHosts().map(({ cn }) => cn))]}
      limit={HOSTS_SHOWN}
      value={textOf(form.valueOf("recipient"))}
      error={form.problem("recipient")}
      onChange={(value) => form.set("recipient", value)}
    />
  );
};

const OneOf = ({ form, field, list }: InputProps & { list: readonly { _id: string; name: string }[] }) => {
  const { t } = useTranslation("visit");
  return (
    <Select
      label={useFieldLabel()(field)}
      data={list.map(({ _id, name }) => ({ value: _id, label: name }))}
      clearable
      clearButtonProps={{ "aria-label": t("clear") }}
      value={textOf(form.valueOf(field)) || null}
      error={form.problem(field)}
      onChange={(value) => form.set(field, value)}
    />
  );
};
const TypeInput = (props: InputProps) => <OneOf {...props} list={useVisitTypes()} />;
const EntryPointInput = (props: InputProps) => <OneOf {...props} list={useEntryPoints()} />;

/** Whom they visit, what for, through which entrance: inputs of their own. */
const OF_THE_PLACE = new Map<FormName, (props: InputProps) => ReactNode>([
  ["recipient", HostInput],
  ["visit_type", TypeInput],
  ["entrypoint_id", EntryPointInput],
]);

const EditFields = ({ form, fields }: { form: VisitForm; fields: readonly FormName[] }) => (
  <div className={styles.fields}>
    {fields.map((field) => {
      const Input = OF_THE_PLACE.get(field) ?? Text;
      return (
        <div key={field} className={styles[VISIT_FIELDS[field].form]} data-field={field}>
          <Input form={form} field={field} />
        </div>
      );
    })}
  </div>
);

const FORM = namesHaving(VISIT_FIELDS, "form");

/**
 * Who it is, how they are reached, and what else is known of them.
 * @param of the fields that the record has
 */
export const PersonFields = ({ form, of = VISIT_FIELDS }: { form: VisitForm; of?: Fields }) => (
  <EditFields form={form} fields={FORM.filter((field) => field in of && !OF_THE_PLACE.has(field))} />
);

/** Whom they visit, what for, through which entrance. */
export const PlaceFields = ({ form }: { form: VisitForm }) => (
  <EditFields form={form} fields={[...OF_THE_PLACE.keys()]} />
);

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
    // What was once chosen remains visible, though it is no longer offered.
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
  if (type === "date") return <DateField {...typed} set={(day) => form.set(name, day)} />;
  const kinds: Partial<Record<CustomField["type"], string>> = { email: "email", phone: "tel" };
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
