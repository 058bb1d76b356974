import { useTranslation } from "react-i18next";

import type { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import type { VISIT_FIELDS } from "../../../shared/visit-fields.ts";

type Place = "form" | "panel" | "listed" | "filtered";
type ShownIn<F extends Readonly<Record<string, object>>> = {
  [Name in keyof F & string]: Extract<keyof F[Name], Place> extends never ? never : Name;
}[keyof F & string];
/** A documented field that the console shows by itself. */
export type FieldName = ShownIn<typeof VISIT_FIELDS> | ShownIn<typeof REGISTERED_FIELDS> | "address" | "approval";

/** What a documented field is called: in forms, panels, columns and filters alike. */
export const useFieldLabel = (): ((name: FieldName) => string) => {
  const { t } = useTranslation();
  return (name) => t(`field.${name}`);
};
