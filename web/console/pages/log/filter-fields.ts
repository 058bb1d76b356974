import { namesHaving } from "../../../../shared/fields.ts";
import { VISIT_FIELDS } from "../../../../shared/visit-fields.ts";
import { useFieldLabel } from "../../components/field-label.ts";
import { type CustomField, useFields } from "../../features/visit/queries.ts";

/** A field that a filter is offered for. */
export type FilterField = Pick<CustomField, "field_name" | "label" | "type" | "options">;

/** What the log is filtered by as by an answer: documented fields that are marked for it, and the location's questions. */
export const useFilterFields = (): readonly FilterField[] => {
  const label = useFieldLabel();
  const documented = namesHaving(VISIT_FIELDS, "filtered").map((name): FilterField => ({
    field_name: name,
    label: label(name),
    type: "text",
    options: [],
  }));
  return [...documented, ...useFields()];
};
